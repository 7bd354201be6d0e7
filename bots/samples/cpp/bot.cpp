// A bot in C++: one file, the standard library of C++17 alone.
#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using Text = std::string_view;

// ---- JSON, as far as it is needed: a value is the text from its first character to its last. ----

namespace json {

const Text space = " \t\r\n";

Text without_space(Text text) {
    const auto begin = text.find_first_not_of(space);
    return begin == Text::npos ? Text() : text.substr(begin);
}

// How long the value is that the text begins with, whatever it holds.
std::size_t length(Text text) {
    int depth = 0;
    std::size_t at = 0;
    do {
        const char c = text[at];
        if (c == '"') {
            for (++at; at < text.size() && text[at] != '"'; ++at)
                if (text[at] == '\\') ++at;
            ++at;
        } else if (c == '{' || c == '[') {
            ++depth, ++at;
        } else if (c == '}' || c == ']') {
            --depth, ++at;
        } else if (c == ',' || c == ':' || space.find(c) != Text::npos) {
            ++at;
        } else {  // a number, true, false, null
            at = std::min(text.find_first_of("{}[],:\" \t\r\n", at), text.size());
        }
    } while (depth > 0 && at < text.size());
    return std::min(at, text.size());
}

// The values in a list, or the keys and values of an object in turn.
std::vector<Text> items(Text text) {
    std::vector<Text> found;
    text = without_space(text);
    if (text.empty() || (text[0] != '{' && text[0] != '[')) return found;
    text = without_space(text.substr(1));
    while (!text.empty() && text[0] != '}' && text[0] != ']') {
        const auto size = length(text);
        found.push_back(text.substr(0, size));
        text = without_space(text.substr(size));
        if (!text.empty() && (text[0] == ',' || text[0] == ':')) text = without_space(text.substr(1));
    }
    return found;
}

// The value of a key of an object; empty if it is absent or null.
Text member(const std::vector<Text>& object, Text key) {
    for (std::size_t i = 0; i + 1 < object.size(); i += 2)
        if (object[i].size() == key.size() + 2 && object[i].substr(1, key.size()) == key)
            return object[i + 1] == "null" ? Text() : object[i + 1];
    return {};
}

// What stands between the quotes of a string.
Text text_of(Text value) { return value.size() < 2 ? Text() : value.substr(1, value.size() - 2); }

long long number_of(Text value) { return std::strtoll(std::string(value).c_str(), nullptr, 10); }

}  // namespace json

// ---- The bot ----

int strength(Text card) {
    return static_cast<int>(Text("45678JQKA239T").find(card[0]));  // from weak to strong; both decks fit in
}

// One game of this bot; a new one is made for each.
class Bot {
  public:
    Bot() = default;

    // Get ready: the message has the variant, its rules, the seat, the players, the seed and the clock.
    explicit Bot(const std::vector<Text>& game)
        : avoid_(!json::member(json::items(json::member(game, "rules")), "ace_of_bastoni").empty()),
          luck_(json::number_of(json::member(game, "seed")) % 2147483646 + 1) {}

    // One of `legal`.
    Text choose(const std::vector<Text>& act) {
        std::vector<Text> legal, cards, trick;
        for (const auto item : json::items(json::member(act, "legal"))) legal.push_back(json::text_of(item));
        for (const auto action : legal)
            if (action.size() == 2) cards.push_back(action);  // a card is a rank and a suit, a word is longer
        const auto decision = json::text_of(json::member(act, "decision"));
        if (decision == "play") {
            for (const auto played : json::items(json::member(act, "trick")))
                trick.push_back(json::text_of(json::items(played).at(1)));
            return trick.empty() ? lead(cards) : follow(cards, trick);
        }
        // a word: declare all there is, else the first, which is never the bold one
        if (cards.empty()) return decision == "declare" ? legal.back() : legal.front();
        return decision == "call" ? cards.back() : spare(cards);
    }

  private:
    bool avoid_ = false;  // the reverse games: fewest points win
    long long luck_ = 1;

    // Any suit: the strongest card of it, or where points are bad the weakest.
    Text lead(const std::vector<Text>& cards) {
        const char suit = cards[chance(cards.size())][1];
        const auto in_suit = [suit](Text card) { return card[1] == suit; };
        return avoid_ ? *std::find_if(cards.begin(), cards.end(), in_suit)
                      : *std::find_if(cards.rbegin(), cards.rend(), in_suit);
    }

    // Win as cheaply as can be, else give the weakest; or where points are bad, the strongest that does not win.
    Text follow(const std::vector<Text>& cards, const std::vector<Text>& trick) const {
        auto best = trick[0];
        for (const auto card : trick)
            if (card[1] == best[1] && strength(card) > strength(best)) best = card;
        std::vector<Text> winning, losing;
        for (const auto card : cards)
            (card[1] == best[1] && strength(card) > strength(best) ? winning : losing).push_back(card);
        return !winning.empty() && !(avoid_ && !losing.empty()) ? winning[0] : spare(losing);
    }

    // The card to be rid of.
    Text spare(const std::vector<Text>& cards) const {
        const auto weaker = [](Text a, Text b) { return strength(a) < strength(b); };
        return avoid_ ? *std::max_element(cards.begin(), cards.end(), weaker)
                      : *std::min_element(cards.begin(), cards.end(), weaker);
    }

    // A number below `count`, always the same for the same seed.
    std::size_t chance(std::size_t count) {
        luck_ = luck_ * 48271 % 2147483647;
        return static_cast<std::size_t>(luck_) % count;
    }
};

int main() {
    Bot bot;
    for (std::string line; std::getline(std::cin, line);) {
        const auto message = json::items(line);
        const auto type = json::text_of(json::member(message, "type")), id = json::member(message, "id");
        if (type == "quit") break;
        if (type == "game") bot = Bot(message);
        if (id.empty()) continue;
        std::cout << "{\"id\":" << id;
        if (type == "hello") std::cout << ",\"name\":\"sample\",\"version\":\"1\"";
        if (type == "act") std::cout << ",\"action\":\"" << bot.choose(message) << '"';
        std::cout << '}' << std::endl;  // endl flushes, or the answer would wait in a buffer
    }
}
