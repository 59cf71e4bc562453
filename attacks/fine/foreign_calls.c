/* attack: makes system calls by the ways of other machines, to pass by a filter */
/* needs: calls */
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* In a process of its own, because the right answer is death. */
static int lives_after(void (*attempt)(void)) {
    int status = 0;
    pid_t child = fork();
    if (child == 0) {
        alarm(2);
        attempt();
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

static void old_gate(void) {
#ifdef __x86_64__
    long result;
    /* getpid of 32-bit x86 */
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
    if (result < 0) {
        _exit(1);
    }
#else
    _exit(1);
#endif
}

int main(void) {
    char line[65536];
    alarm(20);
    if (lives_after(old_gate)) {
        fprintf(stderr, "BREACH: calls of another architecture are let through\n");
    }
    while (fgets(line, sizeof line, stdin)) {
        const char *answer = getenv("SKIRMISH_ANSWER");
        puts(answer ? answer : "ok");
        fflush(stdout);
    }
    return 0;
}
