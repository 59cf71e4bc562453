/* attack: children that borrow their parent's memory, one below the other, and a herd of dead ones that nobody buries */
/* needs: pids */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int deep(int left) {
    pid_t child = left > 0 ? vfork() : -1;
    if (child == 0) {
        _exit(deep(left - 1));
    }
    return 0;
}

int main(void) {
    char line[65536];
    int born = 0;
    alarm(20);
    deep(500);
    for (; born < 2000; born++) {
        pid_t child = fork();
        if (child == 0) {
            _exit(0);
        }
        if (child < 0) {
            break;
        }
    }
    if (born == 2000) {
        fprintf(stderr, "BREACH: two thousand dead processes are kept\n");
    }
    while (fgets(line, sizeof line, stdin)) {
        const char *answer = getenv("SKIRMISH_ANSWER");
        puts(answer ? answer : "ok");
        fflush(stdout);
    }
    return 0;
}
