// A bot in Java (17 or newer): one file, and nothing that does not come with Java.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One game of this bot; a new one is made for each. */
public final class Bot {
    private static final String RANKS = "45678JQKA239T"; // from weak to strong; both decks fit in

    private final boolean avoid; // the reverse games: fewest points win
    private long luck;

    /** Get ready: the message has the variant, its rules, the seat, the players, the seed and the clock. */
    private Bot(Map<?, ?> game) {
        avoid = ((Map<?, ?>) game.get("rules")).containsKey("ace_of_bastoni");
        luck = ((Number) game.get("seed")).longValue() % 2147483646 + 1;
    }

    /** One of `legal`. */
    private String choose(Map<?, ?> act) {
        List<String> legal = new ArrayList<>(), cards = new ArrayList<>(), trick = new ArrayList<>();
        for (Object action : (List<?>) act.get("legal")) legal.add((String) action);
        for (String action : legal) if (action.length() == 2) cards.add(action); // a rank and a suit; a word is longer
        for (Object played : (List<?>) act.get("trick")) trick.add((String) ((List<?>) played).get(1));
        String decision = (String) act.get("decision");
        if (decision.equals("play")) return trick.isEmpty() ? lead(cards) : follow(cards, trick);
        // a word: declare all there is, else the first, which is never the bold one
        if (cards.isEmpty()) return legal.get(decision.equals("declare") ? legal.size() - 1 : 0);
        return decision.equals("call") ? cards.get(cards.size() - 1) : spare(cards);
    }

    /** Any suit: the strongest card of it, or where points are bad the weakest. */
    private String lead(List<String> cards) {
        char suit = suit(cards.get(chance(cards.size())));
        List<String> mine = cards.stream().filter(card -> suit(card) == suit).toList();
        return mine.get(avoid ? 0 : mine.size() - 1);
    }

    /** Win as cheaply as can be, else give the weakest; or where points are bad, the strongest that does not win. */
    private String follow(List<String> cards, List<String> trick) {
        char suit = suit(trick.get(0));
        int best = trick.stream().filter(card -> suit(card) == suit).mapToInt(Bot::strength).max().orElse(0);
        List<String> winning = new ArrayList<>(), losing = new ArrayList<>();
        for (String card : cards) (suit(card) == suit && strength(card) > best ? winning : losing).add(card);
        return !winning.isEmpty() && !(avoid && !losing.isEmpty()) ? winning.get(0) : spare(losing);
    }

    /** The card to be rid of. */
    private String spare(List<String> cards) {
        Comparator<String> order = Comparator.comparingInt(card -> avoid ? -strength(card) : strength(card));
        return cards.stream().min(order).orElseThrow();
    }

    /** A number below `count`, always the same for the same seed. */
    private int chance(int count) {
        luck = luck * 48271 % 2147483647;
        return (int) (luck % count);
    }

    private static int strength(String card) {
        return RANKS.indexOf(card.charAt(0));
    }

    private static char suit(String card) {
        return card.charAt(1);
    }

    /** Answer every line that has an id, until the referee says quit or goes away. */
    public static void main(String[] arguments) throws Exception {
        var input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        var output = new PrintStream(System.out, false, StandardCharsets.UTF_8);
        Bot bot = null;
        for (String line; (line = input.readLine()) != null; ) {
            Map<?, ?> message = (Map<?, ?>) new Json(line).value();
            String type = (String) message.get("type");
            if (type.equals("quit")) break;
            if (type.equals("game")) bot = new Bot(message);
            if (message.get("id") == null) continue;
            String more = switch (type) {
                case "hello" -> ",\"name\":\"sample\",\"version\":\"1\"";
                case "act" -> ",\"action\":\"" + bot.choose(message) + "\"";
                default -> "";
            };
            output.print("{\"id\":" + message.get("id") + more + "}\n");
            output.flush(); // or the answer waits in a buffer
        }
    }

    /** A small reader of JSON: maps, lists, strings, whole numbers as Long, others as Double, booleans, null. */
    private static final class Json {
        private final String text;
        private int at;

        Json(String text) {
            this.text = text;
        }

        Object value() {
            skipSpace();
            return switch (text.charAt(at)) {
                case '{' -> object();
                case '[' -> list();
                case '"' -> string();
                case 't' -> word("true", true);
                case 'f' -> word("false", false);
                case 'n' -> word("null", null);
                default -> number();
            };
        }

        private Map<String, Object> object() {
            Map<String, Object> found = new HashMap<>();
            for (at++; !ends('}'); ) {
                skipSpace();
                String key = string();
                skipSpace();
                at++; // the colon
                found.put(key, value());
            }
            return found;
        }

        private List<Object> list() {
            List<Object> found = new ArrayList<>();
            for (at++; !ends(']'); ) found.add(value());
            return found;
        }

        /** Whether the list or object ends here; steps over its end, or over the comma before the next item. */
        private boolean ends(char end) {
            skipSpace();
            boolean over = text.charAt(at) == end;
            if (over || text.charAt(at) == ',') at++;
            return over;
        }

        private String string() {
            StringBuilder found = new StringBuilder();
            for (at++; text.charAt(at) != '"'; at++) {
                if (text.charAt(at) != '\\') found.append(text.charAt(at));
                else found.append(escaped());
            }
            at++;
            return found.toString();
        }

        private char escaped() {
            char c = text.charAt(++at);
            if (c == 'u') {
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 3, at + 1), 16);
            }
            int plain = "bfnrt".indexOf(c);
            return plain < 0 ? c : "\b\f\n\r\t".charAt(plain);
        }

        private Object number() {
            int start = at;
            while (at < text.length() && "+-.0123456789eE".indexOf(text.charAt(at)) >= 0) at++;
            String digits = text.substring(start, at);
            if (digits.matches("-?\\d{1,18}")) return Long.valueOf(digits);
            return Double.valueOf(digits);
        }

        private Object word(String word, Object value) {
            at += word.length();
            return value;
        }

        private void skipSpace() {
            while (at < text.length() && " \t\r\n".indexOf(text.charAt(at)) >= 0) at++;
        }
    }
}
