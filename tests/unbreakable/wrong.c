/* A bot in C that plays the first legal card, and goes wrong in the way that its first argument names when its hand
 * has as many cards as its second says. */
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <unistd.h>

static char line[1 << 20];
static char answer[256];
static volatile int zero;

static void say(const char *text, size_t size) {
    while (size > 0) {
        ssize_t sent = write(1, text, size);
        if (sent <= 0)
            _exit(9);
        text += sent;
        size -= sent;
    }
}

/* From now on the time of this bot runs, where it is a test that sets it going. */
static void late(void) {
    char mark[4096];
    snprintf(mark, sizeof mark, "%s/late", getenv("HOME"));
    close(open(mark, O_WRONLY | O_CREAT, 0600));
}

static void linger(void) {
    for (;;)
        pause();
}

static void hang(void) {
    late();
    linger();
}

static void *rest(void *nothing) {
    linger();
    return nothing;
}

static int deeper(int n) {
    volatile char room[4096];
    room[n % 4096] = (char)n;
    return deeper(n + 1) + room[0];
}

static void leave_a_child(int own_session) {
    if (fork() == 0) {
        if (own_session) {
            setsid();
            if (fork() != 0)
                _exit(0);
        }
        for (int n = 1; n < 32; n++)
            signal(n, SIG_IGN);
        linger();
    }
}

static void go_wrong(const char *how) {
#define IS(name) (strcmp(how, name) == 0)
    if (IS("returns"))
        exit(0);
    if (IS("a status"))
        _exit(42);
    if (IS("a null pointer"))
        *(volatile int *)(long)zero = 1;
    if (IS("aborts"))
        abort();
    if (IS("divides by zero"))
        zero = 12345 / zero;
    if (IS("recursion without end"))
        deeper(0);
    if (IS("an illegal instruction"))
        __builtin_trap();
    if (IS("a circle")) {
        late();
        for (;;)
            zero = 0;
    }
    if (IS("never flushed")) {
        printf("%s", answer);
        hang();
    }
    if (IS("no newline")) {
        say(answer, strlen(answer) - 1);
        hang();
    }
    if (IS("its name with a zero byte")) {
        say(answer, strlen(answer) - 1);
        say("\0\n", 2);
        hang();
    }
    if (IS("a hundred megabytes"))
        for (int n = 0; n < 1600; n++)
            say(line, 1 << 16);
    if (IS("stops")) {
        late();
        raise(SIGSTOP);
        hang();
    }
    if (IS("closes all")) {
        for (int fd = 0; fd < 64; fd++)
            close(fd);
        hang();
    }
    if (IS("stdout is a file")) {
        dup2(open("/dev/null", O_WRONLY), 1);
        say(answer, strlen(answer));
        hang();
    }
    if (IS("a child answers too late")) {
        if (fork() == 0) {
            struct pollfd more = {0, POLLIN, 0};
            poll(&more, 1, -1);
            say(answer, strlen(answer));
            _exit(0);
        }
        hang();
    }
    if (IS("its child has the pipe")) {
        leave_a_child(0);
        _exit(0);
    }
    if (IS("a daemon has the pipe")) {
        leave_a_child(1);
        _exit(0);
    }
    if (IS("deaf to every signal")) {
        for (int n = 1; n < 32; n++)
            signal(n, SIG_IGN);
        hang();
    }
    if (IS("another program")) {
        late();
        execl("/bin/cat", "cat", (char *)0);
    }
    if (IS("forty threads")) {
        pthread_t thread;
        for (int n = 0; n < 40; n++)
            pthread_create(&thread, NULL, rest, NULL);
        hang();
    }
    /* what only a sandbox holds */
    if (IS("memory")) {
        for (;;) {
            char *more = malloc(1 << 20);
            if (more == NULL)
                abort();
            memset(more, 1, 1 << 20);
        }
    }
    if (IS("a fork bomb")) {
        late();
        for (;;)
            fork();
    }
    if (IS("descriptors")) {
        while (open("/dev/null", O_RDONLY) >= 0) {
        }
        _exit(7);
    }
    if (IS("one large file")) {
        int fd = open("large", O_WRONLY | O_CREAT, 0600);
        for (;;)
            if (write(fd, line, sizeof line) < 0)
                _exit(8);
    }
    if (IS("signals all others") && getpid() < 64 && getuid() != 0) { /* in a namespace of its own */
        kill(-1, SIGKILL);
        kill(getppid(), SIGKILL);
        hang();
    }
    if (IS("traces its parent")) {
        ptrace(PTRACE_ATTACH, getppid(), 0, 0);
        _exit(6);
    }
}

int main(int count, char **words) {
    while (count > 2 && fgets(line, sizeof line, stdin) != NULL) {
        char *id = strstr(line, "\"id\":"), *hand = strstr(line, "\"hand\":[");
        char *legal = strstr(line, "\"legal\":[\"");
        if (id == NULL)
            continue;
        long long number = atoll(id + 5);
        if (legal == NULL) {
            snprintf(answer, sizeof answer, "{\"id\":%lld}\n", number);
        } else {
            int cards = 1;
            for (char *at = hand; *at != ']'; at++)
                cards += *at == ',';
            snprintf(answer, sizeof answer, "{\"id\":%lld,\"action\":\"%.2s\"}\n", number, legal + 10);
            if (cards == atoi(words[2]))
                go_wrong(words[1]);
        }
        say(answer, strlen(answer));
    }
    return 0;
}
