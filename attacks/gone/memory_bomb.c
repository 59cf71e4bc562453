/* attack: takes memory and uses it, up to one GiB */
/* needs: memory */
/* says: used more memory than it may */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    alarm(20);
    for (int i = 0; i < 1024; i++) {
        char *mib = malloc(1 << 20);
        if (!mib) {
            return 1;
        }
        memset(mib, i + 1, 1 << 20);
    }
    fprintf(stderr, "BREACH: one GiB was there to take\n");
    return 0;
}
