#include <cctype>

#include "io/scene/tree.hpp"

namespace isocloth::io {
namespace {

class CanonicalReader {
 public:
  CanonicalReader(std::string_view text, const std::string& source)
      : rest_(text), source_(std::make_shared<const std::string>(source)) {}

  Tree read() {
    Tree tree = is_block() ? read_block(0) : read_inline(0);
    skip('\n');
    if (!rest_.empty()) refuse();
    return tree;
  }

 private:
  [[noreturn]] void refuse() const {
    fail({source_, 0}, "is not written as isocloth writes scenes out (at " + quote(rest_.substr(0, 20)) +
                           "); let the program read it");
  }

  bool skip(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  void expect(std::string_view text) {
    if (!rest_.starts_with(text)) refuse();
    rest_.remove_prefix(text.size());
  }

  /// A map that is not empty has one key a line; the first line tells.
  bool is_block() const {
    const std::string_view line = rest_.substr(0, rest_.find('\n'));
    return !line.empty() && line.front() != '{' && line.front() != '[' &&
           (line.ends_with(':') || line.find(": ") != std::string_view::npos);
  }

  Tree make(Tree::Kind kind) const {
    Tree tree;
    tree.kind = kind;
    tree.place = {source_, 0};
    return tree;
  }

  Tree read_block(std::size_t indent) {
    if (indent > 2 * static_cast<std::size_t>(kMaxDepth)) refuse();
    const std::string margin(indent, ' ');
    const bool is_list = rest_.starts_with(margin + "- ");
    Tree block = make(is_list ? Tree::Kind::list : Tree::Kind::map);
    while (rest_.starts_with(margin) && rest_.size() > indent && rest_[indent] != ' ' &&
           rest_[indent] != '\n') {
      rest_.remove_prefix(indent);
      std::string key;
      if (is_list) {
        expect("-");
      } else {
        key = read_scalar().text;
        expect(":");
      }
      if (skip('\n')) {
        block.items.push_back(read_block(indent + 2));
      } else {
        expect(" ");
        block.items.push_back(read_inline(0));
        expect("\n");
      }
      block.items.back().key = std::move(key);
    }
    if (block.items.empty()) refuse();
    return block;
  }

  Tree read_inline(int depth) {
    if (depth > kMaxDepth) refuse();
    if (skip('~')) return make(Tree::Kind::null);
    const bool is_list = skip('[');
    if (!is_list && !skip('{')) return read_scalar();
    const char close = is_list ? ']' : '}';
    Tree tree = make(is_list ? Tree::Kind::list : Tree::Kind::map);
    while (!skip(close)) {
      if (!tree.items.empty()) expect(", ");
      std::string key;
      if (!is_list) {
        key = read_scalar().text;
        expect(": ");
      }
      tree.items.push_back(read_inline(depth + 1));
      tree.items.back().key = std::move(key);
    }
    return tree;
  }

  Tree read_scalar() {
    Tree tree = make(Tree::Kind::scalar);
    tree.quoted = skip('"');
    if (tree.quoted) {
      while (!skip('"')) tree.text += read_character();
      return tree;
    }
    const auto is_word = [](char c) {
      return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
             std::string_view("+-._/").find(c) != std::string_view::npos;
    };
    while (!rest_.empty() && is_word(rest_.front())) tree.text += read_character();
    if (tree.text.empty()) refuse();
    return tree;
  }

  char read_character() {
    if (rest_.empty()) refuse();
    const bool escaped = skip('\\');
    if (rest_.empty()) refuse();
    const char c = rest_.front();
    rest_.remove_prefix(1);
    if (!escaped || c != 'x') return c;
    if (rest_.size() < 2) refuse();
    const int byte = std::stoi(std::string(rest_.substr(0, 2)), nullptr, 16);
    rest_.remove_prefix(2);
    return static_cast<char>(byte);
  }

  std::string_view rest_;
  std::shared_ptr<const std::string> source_;
};

}  // namespace

Tree parse_canonical(const std::string& text, const std::string& source) {
  return CanonicalReader(text, source).read();
}

}  // namespace isocloth::io
