#include "io/scene/spelling.hpp"

#include <algorithm>

namespace isocloth::io {
namespace {

constexpr std::size_t kLongestWord = 64;  // longer words are no typing errors of ours

/// Typing errors between two words: optimal string alignment distance, row i of the table after row i − 1.
std::size_t typing_errors(const std::string& a, const std::string& b) {
  const std::size_t columns = b.size() + 1;
  std::vector<std::size_t> table((a.size() + 1) * columns);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return table[i * columns + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        at(i, j) = i + j;
        continue;
      }
      const std::size_t replace = a[i - 1] == b[j - 1] ? 0 : 1;
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + replace});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return at(a.size(), b.size());
}

}  // namespace

std::string suggestion(const std::string& word, const std::vector<std::string>& known) {
  if (word.size() > kLongestWord) return "";
  const std::string* nearest = nullptr;
  std::size_t fewest = word.size() / 3 + 2;  // one error in a short word, more in a long one
  for (const std::string& candidate : known) {
    const std::size_t errors = typing_errors(word, candidate);
    if (errors < fewest && errors < candidate.size()) {
      fewest = errors;
      nearest = &candidate;
    }
  }
  return nearest ? "; did you mean \"" + *nearest + "\"?" : "";
}

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
  return all;
}

}  // namespace isocloth::io
