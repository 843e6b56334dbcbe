#pragma once

/// What a misspelt word may have meant.

#include <string>
#include <vector>

namespace isocloth::io {

/// `; did you mean "density"?` for the known word that is nearest in typing errors (insert, delete, replace,
/// swap of neighbours), empty where none is near.
std::string suggestion(const std::string& word, const std::vector<std::string>& known);

/// "a, b, c".
std::string joined(const std::vector<std::string>& words);

}  // namespace isocloth::io
