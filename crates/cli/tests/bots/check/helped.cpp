// Flushes only because it is made to print line by line: '\n' alone does not, and reading does not once it is untied.
#include <iostream>
#include <string>

int main() {
    std::cin.tie(nullptr);
    for (std::string line; std::getline(std::cin, line);)
        if (line.rfind("turn", 0) == 0) std::cout << "scout 0 0\n";
}
