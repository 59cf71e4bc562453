/* In the shape of what contest sites hand out for C: it never flushes, and never notices that its input has ended. */
#include <stdio.h>

static int next(void) {
    int number = 0;
    scanf("%d", &number);
    return number;
}

int main(void) {
    for (int mines = next(); mines > 0; mines--) scanf("%*d%*d");
    while (1) {
        scanf("%*d%*d%*d%*d");
        for (int row = 0; row < 12; row++) scanf("%*s");
        for (int buildings = next(); buildings > 0; buildings--) scanf("%*d%*d%*d%*d");
        for (int units = next(); units > 0; units--) scanf("%*d%*d%*d%*d%*d");
        printf("WAIT\n");
    }
}
