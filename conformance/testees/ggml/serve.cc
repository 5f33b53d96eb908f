// One answer a line, flushed, in ASCII.
#include "conformance/testees/ggml/serve.h"

#include <iostream>

namespace ggufproof {
namespace {

using nlohmann::json;

json answer(const Testee& testee, const json& question) {
  const bool is_read = question.at("command") == "read";
  json reply{{"id", question.at("id")}};
  try {
    const std::string file = question.at("file");
    if (is_read ? !testee.read : !testee.write) {
      reply["skipped"] = "this testee does not do that";
    } else if (is_read) {
      reply["accepted"] = testee.read(file, question.value("decode", false));
    } else {
      testee.write(file, question.at("description"));
      reply["written"] = true;
    }
  } catch (const Refused& refused) {
    reply["refused"] = refused.what();
    if (!refused.stage.empty()) reply["stage"] = refused.stage;
  }
  return reply;
}

void say(const json& reply) {
  std::cout << reply.dump(-1, ' ', true, json::error_handler_t::replace) << std::endl;
}

}  // namespace

int serve(const Testee& testee) {
  for (std::string line; std::getline(std::cin, line);) {
    const json question = json::parse(line);
    const std::string command = question.at("command");
    if (command == "stop") break;
    if (command == "start") {
      json about = testee.about;
      about["protocol"] = 1;
      say(about);
    } else if (command == "read" || command == "write") {
      say(answer(testee, question));
    }
  }
  return 0;
}

}  // namespace ggufproof
