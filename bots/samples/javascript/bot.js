// A bot in JavaScript for Node: one file, and nothing that has to be installed.
"use strict";

const RANKS = "45678JQKA239T"; // from weak to strong; both decks fit in
const strength = (card) => RANKS.indexOf(card[0]);

// One game of this bot; a new one is made for each.
class Bot {
  // Get ready: the message has the variant, its rules, the seat, the players, the seed and the clock.
  constructor(game) {
    this.avoid = "ace_of_bastoni" in game.rules; // the reverse games: fewest points win
    this.luck = (game.seed % 2147483646) + 1;
  }

  // One of `legal`.
  choose(act) {
    const cards = act.legal.filter((action) => action.length === 2); // a card is a rank and a suit, a word is longer
    if (act.decision === "play") return this.play(cards, act.trick.map(([, card]) => card));
    // a word: declare all there is, else the first, which is never the bold one
    if (!cards.length) return act.decision === "declare" ? act.legal.at(-1) : act.legal[0];
    return act.decision === "call" ? cards.at(-1) : this.spare(cards);
  }

  // Win as cheaply as can be, else give the weakest; or where points are bad, the strongest that does not win.
  play(cards, trick) {
    if (!trick.length) {
      const suit = cards[this.chance(cards.length)][1];
      const mine = cards.filter((card) => card[1] === suit);
      return this.avoid ? mine[0] : mine.at(-1);
    }
    const suit = trick[0][1];
    const best = Math.max(...trick.filter((card) => card[1] === suit).map(strength));
    const wins = (card) => card[1] === suit && strength(card) > best;
    const winning = cards.filter(wins);
    const losing = cards.filter((card) => !wins(card));
    return winning.length && !(this.avoid && losing.length) ? winning[0] : this.spare(losing);
  }

  // The card to be rid of.
  spare(cards) {
    const sign = this.avoid ? -1 : 1;
    return cards.reduce((found, card) => (sign * strength(card) < sign * strength(found) ? card : found));
  }

  // A number below `count`, always the same for the same seed.
  chance(count) {
    this.luck = (this.luck * 48271) % 2147483647;
    return this.luck % count;
  }
}

let bot = null;

// Answer every line that has an id.
function hear(line) {
  const message = JSON.parse(line);
  if (message.type === "quit") process.exit(0);
  if (message.type === "game") bot = new Bot(message);
  if (message.id == null) return;
  const answer = { id: message.id };
  if (message.type === "hello") Object.assign(answer, { name: "sample", version: "1" });
  if (message.type === "act") answer.action = bot.choose(message);
  process.stdout.write(JSON.stringify(answer) + "\n"); // console.log would do too; console.error goes to the bot's log
}

// Lines come in pieces of any size. (The module readline would also break them at other characters than \n.)
let rest = "";
process.stdin.setEncoding("utf8");
process.stdin.on("data", (piece) => {
  rest += piece;
  if (!piece.includes("\n")) return;
  const lines = rest.split("\n");
  rest = lines.pop();
  lines.forEach(hear);
});
