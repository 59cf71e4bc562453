/* attack: an answer without end, as fast as a pipe takes it */
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    static char flood[65536];
    char line[65536];
    alarm(10);
    if (fgets(line, sizeof line, stdin)) {
        puts("ok");
        fflush(stdout);
    }
    memset(flood, 'x', sizeof flood);
    for (time_t end = time(NULL) + 5; time(NULL) < end;) {
        if (write(1, flood, sizeof flood) < 0) {
            return 1;
        }
    }
    return 0;
}
