#include "view/live_state.hpp"

#include <cstring>
#include <nlohmann/json.hpp>

#include "io/trajectory/bytes.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::cli {
namespace {

using Parsed = nlohmann::json;

constexpr std::size_t kNumber = sizeof(std::uint32_t);

std::string as_bytes(std::uint32_t number) { return {reinterpret_cast<const char*>(&number), kNumber}; }

std::uint32_t number_at(const std::string& bytes, std::size_t at) {
  std::uint32_t number = 0;
  std::memcpy(&number, bytes.data() + at, kNumber);
  return number;
}

Parsed coordinates(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

Vec3 as_point(const Parsed& json) {
  return {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>()};
}

LiveMoment read_moment(const std::string& bytes, const std::string& scene) {
  const std::string broken = "the link is broken: it was cut or changed on its way; ask for it again";
  require(bytes.size() > 2 * kNumber &&
              number_at(bytes, 0) == io::checksum(std::string_view(bytes).substr(kNumber)),
          broken);
  const std::size_t length = number_at(bytes, kNumber);
  require(length <= bytes.size() - 2 * kNumber, broken);
  const Parsed text = Parsed::parse(bytes.substr(2 * kNumber, length), nullptr, false);
  LiveMoment moment;
  try {
    const auto of = text.at("scene").get<std::string>();
    require(of == scene, "the link leads to the scene \"" + of + "\", and this page shows \"" + scene + "\"");
    for (const auto& [name, value] : text.at("settings").items()) moment.settings[name] = value.get<double>();
    for (const Parsed& hand : text.at("hands"))
      moment.hands.push_back(
          {hand.at("nodes").get<std::vector<int>>(), as_point(hand.at("aim")), as_point(hand.at("lacked"))});
  } catch (const Parsed::exception&) {
    throw InputError(broken);
  }
  moment.state = from_bytes(bytes.substr(2 * kNumber + length));
  return moment;
}

}  // namespace

std::string state_bytes(const LiveRun& run) {
  const LiveMoment moment = run.moment();
  Parsed hands = Parsed::array();
  for (const HeldBy& hand : moment.hands)
    hands.push_back(
        {{"nodes", hand.nodes}, {"aim", coordinates(hand.aim)}, {"lacked", coordinates(hand.lacked)}});
  const std::string text =
      Parsed{{"scene", run.scene().name}, {"settings", moment.settings}, {"hands", hands}}.dump();
  const std::string rest = as_bytes(static_cast<std::uint32_t>(text.size())) + text + to_bytes(moment.state);
  return as_bytes(io::checksum(rest)) + rest;
}

void restore_state(const std::string& bytes, LiveRun& run) {
  run.go_to(read_moment(bytes, run.scene().name));
}

}  // namespace isocloth::cli
