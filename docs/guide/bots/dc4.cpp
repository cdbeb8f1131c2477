// A whole player for Digital Curling 4 in C++ and POSIX sockets: hits the opponent's best stone,
// otherwise draws to the tee.
//
//     ./dc4 http://localhost:10000 user0:pass0 new       # makes a match of two ends, prints its id
//     ./dc4 http://localhost:10000 user1:pass1 ID        # joins that match
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cctype>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using std::string;

struct Point { double x, y; };
const Point TEE{0, 38.405};                                  // metres from the hack
const Point DRAW{0.13173, 2.39975}, HIT{0.09290, 2.76518};   // velocities to the tee, counter-clockwise

[[noreturn]] void fail(const string& why) {
    std::fprintf(stderr, "dc4: %s\n", why.c_str());
    std::exit(1);
}

// JSON, as far as it is needed here: parts of a text are texts again.

string trimmed(const string& text) {
    size_t first = text.find_first_not_of(" \t\r\n"), last = text.find_last_not_of(" \t\r\n");
    return first == string::npos ? "" : text.substr(first, last - first + 1);
}

// The elements of an array or the members of an object; none for any other value.
std::vector<string> parts(const string& json) {
    std::vector<string> found;
    if (json.empty() || (json[0] != '[' && json[0] != '{')) return found;
    int depth = 0;
    bool is_quoted = false;
    for (size_t at = 1, first = 1; at < json.size(); at++) {
        char c = json[at];
        if (c == '\\') at++;
        else if (c == '"') is_quoted = !is_quoted;
        else if (is_quoted) continue;
        else if (depth == 0 && (c == ',' || c == ']' || c == '}')) {
            string part = trimmed(json.substr(first, at - first));
            if (!part.empty()) found.push_back(part);
            first = at + 1;
        } else if (c == '[' || c == '{') depth++;
        else if (c == ']' || c == '}') depth--;
    }
    return found;
}

// The value of a member of an object, `null` if there is no such member.
string member(const string& object, const string& name) {
    string key = '"' + name + '"';
    for (const string& part : parts(object))
        if (part.rfind(key, 0) == 0) return trimmed(part.substr(part.find(':', key.size()) + 1));
    return "null";
}

// The text between the quotes of a string; names and ids here have no escapes.
string unquoted(const string& json) {
    return json.size() >= 2 && json[0] == '"' ? json.substr(1, json.size() - 2) : json;
}

// HTTP/1.1: a connection for every request, closed by the server after its answer.

struct Server { string host, port, credentials; };

string base64(const string& text) {
    const char* digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    string out;
    for (size_t i = 0; i < text.size(); i += 3) {
        unsigned bits = 0;
        for (size_t k = i; k < i + 3; k++) bits = bits << 8 | (k < text.size() ? (unsigned char)text[k] : 0);
        for (size_t k = 0; k < 4; k++) out += i + k <= text.size() ? digits[bits >> (18 - 6 * k) & 63] : '=';
    }
    return out;
}

// Tries for ten seconds: the server may not be up yet.
int connect_to(const Server& server) {
    for (int tries = 0; tries < 100; tries++) {
        addrinfo hints{}, *found = nullptr;
        hints.ai_socktype = SOCK_STREAM;
        if (getaddrinfo(server.host.c_str(), server.port.c_str(), &hints, &found) == 0) {
            int handle = -1;
            for (addrinfo* one = found; one && handle < 0; one = one->ai_next) {
                handle = socket(one->ai_family, one->ai_socktype, one->ai_protocol);
                if (connect(handle, one->ai_addr, one->ai_addrlen) != 0) { close(handle); handle = -1; }
            }
            freeaddrinfo(found);
            if (handle >= 0) return handle;
        }
        usleep(100'000);
    }
    fail("no server at " + server.host + ":" + server.port);
}

// An answer as it arrives: its status, then its body line by line.
class Answer {
    FILE* in;
    bool is_chunked = false;
    long left = 0;                                           // bytes left of the chunk

    int next() {
        if (is_chunked && left == 0) {
            string size;
            while (is_line(size, false) && size.empty()) {}  // a chunk ends with an empty line
            left = std::strtol(size.c_str(), nullptr, 16);
            if (left == 0) return EOF;
        }
        left--;
        return std::fgetc(in);
    }

    bool is_line(string& text, bool is_body) {
        text.clear();
        int c;
        while ((c = is_body ? next() : std::fgetc(in)) != EOF && c != '\n')
            if (c != '\r') text += char(c);
        return c != EOF || !text.empty();
    }

public:
    int status = 0;

    Answer(const Server& server, const string& method, const string& path, const string& body) {
        int handle = connect_to(server);
        string text = method + " " + path + " HTTP/1.1\r\nHost: " + server.host + ":" + server.port +
                      "\r\nAuthorization: Basic " + base64(server.credentials) +
                      "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) +
                      "\r\nConnection: close\r\n\r\n" + body;
        for (size_t sent = 0; sent < text.size();) {
            ssize_t more = send(handle, text.data() + sent, text.size() - sent, 0);
            if (more <= 0) fail("the server closed the connection");
            sent += more;
        }
        in = fdopen(handle, "r");
        string line;
        if (is_line(line, false)) status = std::atoi(line.c_str() + line.find(' ') + 1);
        while (is_line(line, false) && !line.empty()) {
            for (char& c : line) c = char(std::tolower((unsigned char)c));
            if (line == "transfer-encoding: chunked") is_chunked = true;
        }
    }
    Answer(const Answer&) = delete;
    ~Answer() { std::fclose(in); }

    // Reads the next line of the body, without its end; false at the end of the body.
    bool line(string& text) { return is_line(text, true); }
};

string post(const Server& server, const string& path, const string& body) {
    Answer answer(server, "POST", path, body);
    string text;                                             // answers are JSON on one line
    answer.line(text);
    if (answer.status != 200) fail("POST " + path + ": " + std::to_string(answer.status) + " " + text);
    return text;
}

// The player.

// Turns a shot to the tee towards the target: paths of one weight have one shape.
string choose(const string& state, const string& own) {
    Point target = TEE, velocity = DRAW;
    double nearest = 1.97;                                   // stones further away are not in the house
    for (const string team : {"team0", "team1"}) {
        for (const string& stone : parts(member(member(member(state, "stone_coordinate"), "data"), team))) {
            Point at{std::atof(member(stone, "x").c_str()), std::atof(member(stone, "y").c_str())};
            double distance = std::hypot(at.x - TEE.x, at.y - TEE.y);
            if (at.y == 0 || distance >= nearest) continue;  // (0, 0) is not in play
            nearest = distance;
            target = team == own ? TEE : at;
            velocity = team == own ? DRAW : HIT;
        }
    }
    double turned = std::atan2(velocity.x, velocity.y) + std::atan2(target.x, target.y);
    char text[200];                      // angles from the x axis; positive angular velocity is clockwise
    std::snprintf(text, sizeof text,
                  "{\"translational_velocity\":%.6f,\"shot_angle\":%.6f,\"angular_velocity\":%.6f}",
                  std::hypot(velocity.x, velocity.y), M_PI / 2 - turned, -M_PI / 2);
    return text;
}

// Plays until the stream ends; true when the match is over.
bool play(const Server& server, const string& match, const string& own) {
    Answer stream(server, "GET", "/matches/" + match + "/stream", "");
    if (stream.status != 200) fail("no stream: status " + std::to_string(stream.status));
    for (string line, event; stream.line(line);) {
        if (line.rfind("event:", 0) == 0) event = trimmed(line.substr(6));
        if (line.rfind("data:", 0) != 0 || event != "latest_state_update") continue;
        string state = trimmed(line.substr(5)), winner = unquoted(member(state, "winner_team"));
        if (winner != "null") {
            std::printf("%s %s %s\n", own.c_str(), winner == own ? "won" : "lost", member(state, "score").c_str());
            return true;
        }
        if (unquoted(member(state, "next_shot_team")) == own)
            post(server, "/shots?match_id=" + match, choose(state, own));
    }
    return false;
}

int main(int count, char** arguments) {
    string address = count == 4 ? arguments[1] : "";
    size_t colon = address.rfind(':');
    if (address.rfind("http://", 0) != 0 || colon < 7) fail("usage: dc4 http://HOST:PORT USER:PASSWORD new|ID");
    Server server{address.substr(7, colon - 7), address.substr(colon + 1), arguments[2]};
    string match = arguments[3], user = server.credentials.substr(0, server.credentials.find(':'));
    std::signal(SIGPIPE, SIG_IGN);
    if (match == "new") {
        match = unquoted(post(server, "/matches",
            R"({"game_mode":"standard","applied_rule":"fgz_rule","standard_end_count":2,"time_limit":219.0,)"
            R"("extra_end_time_limit":21.9,"match_name":"guide","tournament":{"tournament_name":"guide"},)"
            R"("simulator":{"simulator_name":"fcv1"}})"));
        std::printf("%s\n", match.c_str());
        std::fflush(stdout);
    }
    string team = R"({"use_default_config":true,"team_name":")" + user + R"("})";
    string own = unquoted(post(server, "/store-team-config?match_id=" + match +
                                           "&expected_match_team_name=team0", team));
    while (!play(server, match, own)) usleep(100'000);       // cut off: a new stream tells the state again
}
