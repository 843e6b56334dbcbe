// Damaged files give a mesh or one sentence, never anything else.

#include <gtest/gtest.h>

#include <random>

#include "io/mesh/obj.hpp"
#include "io/mesh/ply.hpp"
#include "io/mesh/split_quads.hpp"
#include "io/mesh/stl.hpp"
#include "io/mesh/text.hpp"
#include "isocloth/core/require.hpp"
#include "isocloth/mesh/topology.hpp"
#include "support/meshes.hpp"

namespace isocloth::io {
namespace {

using Parser = Mesh (*)(std::string_view, const std::string&);

struct Sample {
  const char* name;
  std::string bytes;
  Parser parse;
};

/// The mesh as PLY text, or STL text: the forms that are read but not written.
std::string text_ply(const Mesh& mesh) {
  std::string text =
      "ply\nformat ascii 1.0\nelement vertex " + std::to_string(mesh.node_count()) +
      "\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\nelement face " +
      std::to_string(mesh.element_count()) + "\nproperty list uchar int vertex_indices\nend_header\n";
  for (int i = 0; i < mesh.node_count(); ++i) {
    for (int c = 0; c < 3; ++c) append_number(mesh.x(i, c), text), text += ' ';
    text += "7\n";
  }
  for (const Element& element : mesh.elements) {
    text += std::to_string(corner_count(element));
    for (int k = 0; k < corner_count(element); ++k) text += ' ' + std::to_string(element[k]);
    text += '\n';
  }
  return text;
}

std::string text_stl(const Mesh& mesh) {
  std::string text = "solid sample\n";
  for (const Element& element : mesh.elements) {
    text += "facet normal 0 0 1\nouter loop\n";
    for (int k = 0; k < 3; ++k) {
      text += "vertex";
      for (int c = 0; c < 3; ++c) append_number(mesh.x(element[k], c), text += ' ');
      text += '\n';
    }
    text += "endloop\nendfacet\n";
  }
  return text + "endsolid sample\n";
}

/// PLY in the other byte order: the head changed, and every number of the body turned round.
std::string big_endian_ply(const Mesh& mesh) {
  std::string bytes = format_ply(mesh);
  const std::size_t at = bytes.find("little");
  bytes.replace(at, 6, "big");
  std::size_t p = bytes.find("end_header\n") + 11;
  const auto turn = [&](std::size_t size) {
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(p),
                 bytes.begin() + static_cast<std::ptrdiff_t>(p + size));
    p += size;
  };
  for (int k = 0; k < 3 * mesh.node_count(); ++k) turn(8);
  for (const Element& element : mesh.elements) {
    ++p;
    for (int k = 0; k < corner_count(element); ++k) turn(4);
  }
  return bytes;
}

std::vector<Sample> samples() {
  const Mesh mesh = test::half_cut(make_rectangle({0.3, 0.4}, {4, 3}));
  const Mesh triangles = make_irregular_rectangle({0.3, 0.4}, 12, 1);
  return {{"OBJ",
           "# sample\no cloth\nvn 0 0 1\n" + format_obj(mesh) + "f 1/1 2/2 \\\n 3/3\nf -1//1 -2//1 -3//1\n",
           [](std::string_view text, const std::string& path) { return parse_obj(text, path); }},
          {"binary PLY", format_ply(mesh), parse_ply},
          {"big-endian PLY", big_endian_ply(mesh), parse_ply},
          {"text PLY", text_ply(mesh), parse_ply},
          {"binary STL", format_stl(triangles), parse_stl},
          {"text STL", text_stl(triangles), parse_stl}};
}

class Damage {
 public:
  explicit Damage(std::uint32_t seed) : random_(seed) {}

  std::string apply(std::string bytes) {
    for (int times = 1 + static_cast<int>(random_() % 3); times > 0; --times) once(bytes);
    return bytes;
  }

 private:
  std::size_t place(std::size_t size) { return size ? random_() % size : 0; }

  void once(std::string& bytes) {
    if (bytes.empty()) return;
    switch (random_() % 7) {
      case 0:
        bytes[place(bytes.size())] ^= static_cast<char>(1U << (random_() % 8));
        break;
      case 1:
        bytes[place(bytes.size())] = static_cast<char>(random_());
        break;
      case 2:
        bytes.resize(place(bytes.size()));
        break;
      case 3:
        swap_lines(bytes);
        break;
      case 4:
        bytes.insert(place(bytes.size()), bytes.substr(place(bytes.size()), random_() % 40));
        break;
      case 5:
        bytes.erase(place(bytes.size()), random_() % 20);
        break;
      default:
        replace_number(bytes);
    }
  }

  void swap_lines(std::string& bytes) {
    std::vector<std::string> lines;
    LineReader reader(bytes);
    while (const auto line = reader.next()) lines.emplace_back(*line);
    std::swap(lines[place(lines.size())], lines[place(lines.size())]);
    bytes.clear();
    for (const std::string& line : lines) bytes += line + "\n";
  }

  void replace_number(std::string& bytes) {
    static const std::vector<std::string> kNumbers{
        "nan",  "inf", "1e999",  "-1",         "0",          "99999999999999999999",
        "-0.0", "5",   "1e-999", "2147483647", "4294967296", "-2147483648",
        "",     "1.5", "+3",     "0x1p3",      "1e308",      "1000000000000"};
    const std::size_t from = bytes.find_first_of("0123456789", place(bytes.size()));
    if (from == std::string::npos) return;
    const std::size_t to = std::min(bytes.find_first_not_of("0123456789.e-+", from), bytes.size());
    bytes.replace(from, to - from, kNumbers[random_() % kNumbers.size()]);
  }

  std::mt19937 random_;
};

void expect_one_sentence(const std::string& message, const std::string& name) {
  EXPECT_FALSE(message.empty()) << name;
  EXPECT_LE(message.size(), 400U) << name << ": " << message;
  for (const char c : message) EXPECT_TRUE(static_cast<unsigned char>(c) >= ' ') << name << ": " << message;
}

/// What reading gave: 1 for a mesh, 0 for a refusal. Anything thrown but InputError fails the test by itself.
int outcome(const Sample& sample, const std::string& bytes) {
  try {
    Mesh mesh = sample.parse(bytes, "m");
    const int elements = mesh.element_count();
    const int split = split_quads(mesh).count;
    EXPECT_EQ(mesh.element_count(), elements + split) << sample.name;
    EXPECT_TRUE(mesh.x.allFinite()) << sample.name;
    for (const Element& element : mesh.elements)
      for (int k = 0; k < corner_count(element); ++k)
        EXPECT_TRUE(element[k] >= 0 && element[k] < mesh.node_count()) << sample.name;
    try {
      analyze_topology(mesh);
    } catch (const InputError& error) {
      expect_one_sentence(error.what(), sample.name);
    }
    return 1;
  } catch (const InputError& error) {
    expect_one_sentence(error.what(), sample.name);
    EXPECT_EQ(std::string(error.what()).rfind("m:", 0), 0U) << error.what();
    return 0;
  }
}

TEST(DamagedMeshFiles, GiveAMeshOrOneSentence) {
  constexpr int kPerSample = 2500;
  for (const Sample& sample : samples()) {
    ASSERT_EQ(outcome(sample, sample.bytes), 1) << sample.name << " must be readable before it is damaged";
    Damage damage(static_cast<std::uint32_t>(sample.bytes.size()));
    int read = 0;
    for (int k = 0; k < kPerSample; ++k) read += outcome(sample, damage.apply(sample.bytes));
    EXPECT_GT(read, kPerSample / 100) << sample.name;              // the damage is not always fatal,
    EXPECT_LT(read, kPerSample - kPerSample / 10) << sample.name;  // nor always harmless
  }
}

TEST(DamagedMeshFiles, CutAtEveryByteGiveAMeshOrOneSentence) {
  for (const Sample& sample : samples())
    for (std::size_t size = 0; size < sample.bytes.size(); ++size)
      outcome(sample, sample.bytes.substr(0, size));
}

TEST(DamagedMeshFiles, OfNoiseGiveAMeshOrOneSentence) {
  std::mt19937 random(9);
  for (const Sample& sample : samples())
    for (int k = 0; k < 300; ++k) {
      std::string bytes(random() % 300, '\0');
      for (char& c : bytes) c = static_cast<char>(random());
      outcome(sample, bytes);
      outcome(sample, sample.bytes.substr(0, random() % 200) + bytes);
    }
}

}  // namespace
}  // namespace isocloth::io
