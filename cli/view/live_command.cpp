#include "view/live_command.hpp"

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "isocloth/core/require.hpp"

namespace isocloth::cli {
namespace {

using Parsed = nlohmann::json;

double read_number(const Parsed& json, const std::string& what, double most) {
  require(json.is_number(), "\"" + what + "\" must be a number");
  const double value = json.get<double>();
  require(std::isfinite(value) && std::abs(value) <= most, "\"" + what + "\" is out of range");
  return value;
}

const Parsed& field(const Parsed& json, const char* name) {
  const auto found = json.find(name);
  require(found != json.end(), std::string("\"") + name + "\" is missing");
  return *found;
}

Vec3 read_point(const Parsed& json) {
  require(json.is_array() && json.size() == 3, "\"at\" must be three numbers");
  Vec3 point;
  for (std::size_t k = 0; k < 3; ++k) point[static_cast<int>(k)] = read_number(json[k], "at", 1e4);
  return point;
}

}  // namespace

LiveCommand parse_command(const std::string& text) {
  using Kind = LiveCommand::Kind;
  static const std::map<std::string, Kind> kKinds{
      {"grab", Kind::grab},         {"move", Kind::move}, {"release", Kind::release},
      {"drop", Kind::drop},         {"set", Kind::set},   {"pause", Kind::pause},
      {"obstacle", Kind::obstacle}, {"step", Kind::step}, {"reset", Kind::reset}};
  const Parsed json = Parsed::parse(text, nullptr, false);
  require(json.is_object() && json.contains("do") && json["do"].is_string(),
          "a command is a JSON object with \"do\"");
  const auto kind = kKinds.find(json["do"].get<std::string>());
  require(kind != kKinds.end(), "unknown command");
  LiveCommand command{.kind = kind->second};
  if (command.kind == Kind::grab)
    command.index = static_cast<int>(read_number(field(json, "node"), "node", 1e9));
  if (command.kind == Kind::obstacle)
    command.index = static_cast<int>(read_number(field(json, "index"), "index", 1e6));
  if (command.kind == Kind::grab || command.kind == Kind::move || command.kind == Kind::obstacle)
    command.at = read_point(field(json, "at"));
  if (command.kind == Kind::set) {
    require(field(json, "name").is_string(), "\"name\" must be text");
    command.name = json["name"].get<std::string>();
    command.value = read_number(field(json, "value"), "value", 1e6);
  }
  if (command.kind == Kind::pause) {
    require(field(json, "on").is_boolean(), "\"on\" must be true or false");
    command.on = json["on"].get<bool>();
  }
  return command;
}

}  // namespace isocloth::cli
