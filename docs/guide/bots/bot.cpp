// A whole player for the text protocols: hits the opponent's best stone, otherwise draws to the tee.
#include <cmath>
#include <complex>
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

using Point = std::complex<double>;
const Point TEE(2.375, 4.88), HACK(2.375, 41.28);   // metres; x to the right, y towards the hack
const double FRICTION = 12.009216, CURL = 0.066696;

// The way of a stone alone on the ice until it has this speed, by its closed form; turn is +1 or -1.
Point travelled(double start, double speed, double turn) {
    Point bend = speed > 0 ? std::polar(1.0, turn * CURL * std::log(start / speed)) : Point(0);
    return (start * start - speed * speed * bend) / (FRICTION * Point(2, -turn * CURL));
}

// The shot that passes the target with this speed, 0 to stop there, curling to the right.
std::string aim(Point target, double speed) {
    Point way = target - HACK;
    double low = speed, high = 60;
    while (high - low > 1e-9) {
        double middle = (low + high) / 2;
        (std::abs(travelled(middle, speed, 1)) < std::abs(way) ? low : high) = middle;
    }
    Point velocity = std::polar(high, std::arg(way) - std::arg(travelled(high, speed, 1)));
    char text[80];
    std::snprintf(text, sizeof text, "BESTSHOT %.6f %.6f 0", velocity.real(), velocity.imag());
    return text;
}

// Stone i was thrown as shot i, so the opponent's stones are those of the other parity.
std::string choose(const std::vector<Point>& stones, int shot) {
    int best = -1;
    for (int i = 0; i < 16; i++)
        if (stones[i] != 0.0 && (best < 0 || std::abs(stones[i] - TEE) < std::abs(stones[best] - TEE)))
            best = i;
    bool is_theirs = best >= 0 && std::abs(stones[best] - TEE) < 1.97 && (best + shot) % 2 == 1;
    return is_theirs ? aim(stones[best], 16) : aim(TEE, 0);
}

// Commands end with NUL or with a line break, and several may come at once.
bool command(std::string& text) {
    text.clear();
    for (char c; std::cin.get(c);) {
        if (c != '\0' && c != '\n' && c != '\r') text += c;
        else if (!text.empty()) return true;
    }
    return false;
}

int main() {
    std::vector<Point> stones(16);
    int shot = 0;
    bool is_doubles = false;
    for (std::string text; command(text);) {
        std::istringstream words(text);
        std::string word, answer;
        words >> word;
        if (word == "ISREADY") answer = "READYOK";
        else if (word == "GAMEINFO") { int rule; words >> rule; is_doubles = rule == 1; }
        else if (word == "SETORDER") answer = is_doubles ? "SETORDER 0 1" : "SETORDER 0 1 2 3";
        else if (word == "PUTSTONE") answer = "PUTSTONE 0";
        else if (word == "POSITION")
            for (Point& stone : stones) { double x, y; words >> x >> y; stone = Point(x, y); }
        else if (word == "SETSTATE") words >> shot;
        else if (word == "SCORE") stones.assign(16, 0);   // no empty POSITION comes before the next end
        else if (word == "GO") answer = choose(stones, shot);
        else if (word == "GAMEOVER") break;
        if (!answer.empty()) std::cout << answer << std::endl;
    }
}
