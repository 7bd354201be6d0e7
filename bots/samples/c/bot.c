/* A bot in C: one file, the standard library alone (and getline of POSIX). */
#define _POSIX_C_SOURCE 200809L

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- JSON, as far as it is needed: to find one's way in a line. A value is where its first character stands. ---- */

static const char *skip_space(const char *p) {
    return p + strspn(p, " \t\r\n");
}

/* What stands behind a value, whatever it holds. */
static const char *skip_value(const char *p) {
    int depth = 0;
    do {
        p = skip_space(p);
        if (*p == '"') {
            for (p++; *p && *p != '"'; p++)
                if (*p == '\\' && p[1]) p++;
            if (*p) p++;
        } else if (*p && strchr("{[", *p)) {
            depth++, p++;
        } else if (*p && strchr("}]", *p)) {
            depth--, p++;
        } else if (*p && strchr(",:", *p)) {
            p++;
        } else {
            p += strcspn(p, "{}[],:\" \t\r\n"); /* a number, true, false, null */
        }
    } while (depth > 0 && *p);
    return skip_space(p);
}

/* The first thing in a list or an object; NULL if it is empty. */
static const char *first(const char *p) {
    p = skip_space(p + 1);
    return !*p || strchr("}]", *p) ? NULL : p;
}

/* What follows a value in its list; NULL if it is the last. */
static const char *next(const char *p) {
    p = skip_value(p);
    return *p == ',' ? skip_space(p + 1) : NULL;
}

static bool is_text(const char *p, const char *text) {
    size_t length = strlen(text);
    return p && *p == '"' && strncmp(p + 1, text, length) == 0 && p[length + 1] == '"';
}

/* The value of a key of an object; NULL if it is absent or null. */
static const char *member(const char *object, const char *key) {
    const char *value;
    if (!object || *object != '{') return NULL;
    for (const char *p = first(object); p; p = next(value)) {
        value = skip_space(skip_value(p) + 1); /* past the colon */
        if (is_text(p, key)) return *value == 'n' ? NULL : value;
    }
    return NULL;
}

/* ---- The bot ---- */

typedef struct {
    const char *at; /* where it stands in `legal`, its quote included */
    char suit;
    int strength;
} Card;

enum { MOST = 64 };                         /* more cards than there are */
static const char RANKS[] = "45678JQKA239T"; /* from weak to strong; both decks fit in */
static bool avoid;                          /* of the game in progress: the reverse games, where fewest points win */
static long long luck = 1;

/* A card is a rank and a suit; a word is longer. */
static bool read_card(const char *p, Card *card) {
    if (strlen(p) < 4 || p[3] != '"') return false;
    const char *rank = strchr(RANKS, p[1]);
    *card = (Card){p, p[2], rank ? (int)(rank - RANKS) : 0};
    return true;
}

/* A number below `count`, always the same for the same seed. */
static int chance(int count) {
    luck = luck * 48271 % 2147483647;
    return (int)(luck % count);
}

/* The card to be rid of. */
static const char *spare(const Card *cards, int count) {
    Card found = cards[0];
    for (int i = 1; i < count; i++)
        if (avoid ? cards[i].strength > found.strength : cards[i].strength < found.strength) found = cards[i];
    return found.at;
}

/* Any suit: the strongest card of it, or where points are bad the weakest. */
static const char *lead(const Card *cards, int count) {
    char suit = cards[chance(count)].suit;
    const char *found = NULL;
    for (int i = 0; i < count; i++)
        if (cards[i].suit == suit && (!found || !avoid)) found = cards[i].at;
    return found;
}

/* Win as cheaply as can be, else give the weakest; or where points are bad, the strongest that does not win. */
static const char *follow(const Card *cards, int count, const char *trick) {
    Card losing[MOST], played, best = {NULL, 0, -1};
    const char *winning = NULL;
    int lost = 0;
    for (const char *p = trick; p; p = next(p)) /* [seat, card] */
        if (read_card(next(first(p)), &played) && (!best.at || (played.suit == best.suit && played.strength > best.strength)))
            best = played;
    for (int i = 0; i < count; i++) {
        if (cards[i].suit != best.suit || cards[i].strength < best.strength) losing[lost++] = cards[i];
        else if (!winning) winning = cards[i].at;
    }
    return winning && !(avoid && lost) ? winning : spare(losing, lost);
}

/* One of `legal`. */
static const char *choose(const char *act) {
    const char *legal = first(member(act, "legal")), *decision = member(act, "decision"), *last = legal;
    Card cards[MOST];
    int count = 0;
    for (const char *p = legal; p; p = next(p)) {
        last = p;
        if (count < MOST && read_card(p, &cards[count])) count++;
    }
    if (is_text(decision, "play")) {
        const char *trick = first(member(act, "trick"));
        return trick ? follow(cards, count, trick) : lead(cards, count);
    }
    if (!count) return is_text(decision, "declare") ? last : legal; /* all there is, else the first: never the bold one */
    return is_text(decision, "call") ? cards[count - 1].at : spare(cards, count);
}

int main(void) {
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) > 0) {
        const char *message = skip_space(line), *type = member(message, "type"), *id = member(message, "id");
        if (is_text(type, "quit")) break;
        if (is_text(type, "game")) {
            const char *seed = member(message, "seed");
            avoid = member(member(message, "rules"), "ace_of_bastoni") != NULL;
            luck = (seed ? strtoll(seed, NULL, 10) : 0) % 2147483646 + 1;
        }
        if (!id) continue;
        printf("{\"id\":%lld", strtoll(id, NULL, 10));
        if (is_text(type, "hello")) printf(",\"name\":\"sample\",\"version\":\"1\"");
        if (is_text(type, "act")) {
            const char *action = choose(message);
            printf(",\"action\":%.*s", (int)(skip_value(action) - action), action);
        }
        printf("}\n");
        fflush(stdout); /* or the answer waits in a buffer */
    }
    free(line);
    return 0;
}
