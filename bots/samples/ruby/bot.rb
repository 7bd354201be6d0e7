# A bot in Ruby: one file, and nothing that does not come with Ruby.
require "json"

RANKS = "45678JQKA239T" # from weak to strong; both decks fit in

def strength(card)
  RANKS.index(card[0])
end

# One game of this bot; a new one is made for each.
class Bot
  # Get ready: the message has the variant, its rules, the seat, the players, the seed and the clock.
  def initialize(game)
    @avoid = game["rules"].key?("ace_of_bastoni") # the reverse games: fewest points win
    @luck = game["seed"] % 2147483646 + 1
  end

  # One of `legal`.
  def choose(act)
    legal, decision = act.values_at("legal", "decision")
    cards = legal.select { |action| action.length == 2 } # a card is a rank and a suit, a word is longer
    return play(cards, act["trick"].map(&:last)) if decision == "play"
    # a word: declare all there is, else the first, which is never the bold one
    return decision == "declare" ? legal.last : legal.first if cards.empty?

    decision == "call" ? cards.last : spare(cards)
  end

  private

  # Win as cheaply as can be, else give the weakest; or where points are bad, the strongest that does not win.
  def play(cards, trick)
    if trick.empty?
      suit = cards[chance(cards.length)][1]
      mine = cards.select { |card| card[1] == suit }
      return @avoid ? mine.first : mine.last
    end
    suit = trick[0][1]
    best = trick.select { |card| card[1] == suit }.map { |card| strength(card) }.max
    winning, losing = cards.partition { |card| card[1] == suit && strength(card) > best }
    winning.any? && !(@avoid && losing.any?) ? winning.first : spare(losing)
  end

  # The card to be rid of.
  def spare(cards)
    @avoid ? cards.max_by { |card| strength(card) } : cards.min_by { |card| strength(card) }
  end

  # A number below `count`, always the same for the same seed.
  def chance(count)
    @luck = @luck * 48271 % 2147483647
    @luck % count
  end
end

$stdin.set_encoding("UTF-8")
$stdout.sync = true # flush, or the answer waits in a buffer
bot = nil
while (line = $stdin.gets)
  message = JSON.parse(line)
  type = message["type"]
  break if type == "quit"

  bot = Bot.new(message) if type == "game"
  next if message["id"].nil?

  answer = { id: message["id"] }
  answer.update(name: "sample", version: "1") if type == "hello"
  answer[:action] = bot.choose(message) if type == "act"
  puts JSON.generate(answer)
end
