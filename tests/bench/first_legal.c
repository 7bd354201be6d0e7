/* A trivial bot: answers every request with the first legal action, in one read and one write. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static char line[1 << 20];
static char answer[512];

static int reply(char *text)
{
    char *id = strstr(text, "\"id\":");
    if (!id)
        return 1;
    id += 5;
    int digits = (int)strspn(id, "0123456789");
    char *legal = strstr(text, "\"type\":\"act\"") ? strstr(text, "\"legal\":[\"") : NULL;
    int size;
    if (legal) {
        legal += 10;
        size = snprintf(answer, sizeof answer, "{\"id\":%.*s,\"action\":\"%.*s\"}\n", digits, id, (int)strcspn(legal, "\""), legal);
    } else {
        size = snprintf(answer, sizeof answer, "{\"id\":%.*s}\n", digits, id);
    }
    return write(1, answer, size) == size;
}

int main(void)
{
    size_t held = 0;
    ssize_t got;
    while ((got = read(0, line + held, sizeof line - 1 - held)) > 0) {
        held += got;
        line[held] = 0;
        char *start = line, *end;
        while ((end = memchr(start, '\n', line + held - start))) {
            *end = 0;
            if (!reply(start))
                return 1;
            start = end + 1;
        }
        held -= start - line;
        memmove(line, start, held);
    }
    return 0;
}
