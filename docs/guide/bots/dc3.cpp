// A whole player for Digital Curling 3 in C++ and POSIX sockets: always draws to the tee.
#include <netdb.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <string>

// Tries for ten seconds: the server may not be up yet.
int connect_to(const char* host, const char* port) {
    for (int tries = 0; tries < 100; tries++) {
        addrinfo hints{}, *found = nullptr;
        hints.ai_socktype = SOCK_STREAM;
        if (getaddrinfo(host, port, &hints, &found) == 0) {
            for (addrinfo* one = found; one; one = one->ai_next) {
                int handle = socket(one->ai_family, one->ai_socktype, one->ai_protocol);
                if (connect(handle, one->ai_addr, one->ai_addrlen) == 0) return handle;
                close(handle);
            }
            freeaddrinfo(found);
        }
        usleep(100'000);
    }
    return -1;
}

bool has(const std::string& line, const std::string& text) { return line.find(text) != std::string::npos; }

int main(int, char** arguments) {
    std::string address = arguments[1];
    size_t colon = address.find(':');
    int handle = connect_to(address.substr(0, colon).c_str(), address.substr(colon + 1).c_str());
    if (handle < 0) return 1;
    FILE* in = fdopen(handle, "r");
    std::string line, own;
    auto say = [&](std::string text) {
        text += "\n";
        return write(handle, text.data(), text.size()) == ssize_t(text.size());
    };
    for (int c; (c = std::fgetc(in)) != EOF;) {
        if (c != '\n') {
            line += char(c);
            continue;
        }
        // A real program reads this with a JSON library.
        if (has(line, "\"cmd\":\"dc\"")) {
            say("{\"cmd\":\"dc_ok\",\"name\":\"mine\"}");
        } else if (has(line, "\"cmd\":\"is_ready\"")) {
            own = has(line, "\"team\":\"team0\"") ? "team0" : "team1";
            say("{\"cmd\":\"ready_ok\",\"player_order\":[0,1,2,3]}");
        } else if (has(line, "\"cmd\":\"update\"") && has(line, "\"next_team\":\"" + own + "\"")) {
            say("{\"cmd\":\"move\",\"move\":{\"type\":\"shot\",\"rotation\":\"ccw\","
                "\"velocity\":{\"x\":0.13173,\"y\":2.39975}}}");
        } else if (has(line, "\"cmd\":\"game_over\"")) {
            break;
        }
        line.clear();
    }
}
