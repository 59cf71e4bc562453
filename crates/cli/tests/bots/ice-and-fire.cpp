// Reads everything and waits: one file, as people hand it in on contest sites.
#include <iostream>
#include <string>

void skip(int words) {
    std::string word;
    while (words-- > 0) std::cin >> word;
}

int read() {
    int number = 0;
    std::cin >> number;
    return number;
}

int main() {
    skip(2 * read());
    while (std::cin) {
        skip(4 + 12);
        skip(4 * read());
        skip(5 * read());
        std::cout << "WAIT" << std::endl;
    }
}
