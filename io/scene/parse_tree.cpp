/// Text → Tree on yaml-cpp's events. Its own node type is not used: it merges repeated keys silently, keeps
/// cycles, and forgets the line of a key.

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <map>
#include <optional>
#include <sstream>
#include <utility>

#include "io/file.hpp"
#include "io/scene/tree.hpp"
#include "isocloth/core/require.hpp"

namespace isocloth::io {
namespace {

using Source = std::shared_ptr<const std::string>;

/// What a tree takes: its values, and the bytes of their texts and keys.
struct TreeSize {
  std::int64_t values = 0;
  std::uint64_t bytes = 0;
};

void add_size(const Tree& tree, TreeSize& size) {
  ++size.values;
  size.bytes += tree.key.size() + tree.text.size();
  for (const Tree& item : tree.items) add_size(item, size);
}

class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(Source source, bool has_lines) : source_(std::move(source)), has_lines_(has_lines) {}

  Tree root;  ///< complete after the document's end

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1)
      fail(place_of(mark), "a second YAML document begins here; keep one scene in a file");
    root.place = place_of(mark);
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    finish(make(Tree::Kind::null, mark), anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    check_tag(mark, tag);
    Tree tree = make(Tree::Kind::scalar, mark);
    size_.bytes += value.size();
    tree.text = value;
    tree.quoted = tag == "!";
    finish(std::move(tree), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto known = anchors_.find(anchor);
    if (known == anchors_.end())
      fail(place_of(mark), "an alias (*) refers to the value it stands in; write it out");
    add_size(known->second, size_);
    check_size(place_of(mark));
    finish(known->second, 0);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(Tree::Kind::list, mark, tag, anchor);
  }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(Tree::Kind::map, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapEnd() override { close(); }

 private:
  struct Level {
    Tree tree;
    YAML::anchor_t anchor;
    std::optional<Tree> key;  ///< read, its value not yet
  };

  Place place_of(const YAML::Mark& mark) const {
    return {source_, has_lines_ && mark.line >= 0 ? mark.line + 1 : 0};
  }

  Tree make(Tree::Kind kind, const YAML::Mark& mark) {
    ++size_.values;
    check_size(place_of(mark));
    Tree tree;
    tree.kind = kind;
    tree.place = place_of(mark);
    return tree;
  }

  void check_size(const Place& place) const {
    if (size_.values > kMaxTreeNodes)
      fail(place, "more than " + std::to_string(kMaxTreeNodes) +
                      " values, those of anchors (&) and aliases (*) included; is this a scene file?");
    if (size_.bytes > kMaxTextBytes)
      fail(place, "is larger than 16 MB with its aliases (*) written out; is this a scene file?");
  }

  void check_tag(const YAML::Mark& mark, const std::string& tag) const {
    if (tag.empty() || tag == "?" || tag == "!") return;
    fail(place_of(mark),
         "YAML tags such as " + quote(tag) + " are not supported; remove the word that starts with !");
  }

  void open(Tree::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    check_tag(mark, tag);
    if (levels_.size() >= static_cast<std::size_t>(kMaxDepth)) {
      fail(place_of(mark), "lists and maps are nested deeper than " + std::to_string(kMaxDepth) +
                               " levels; check the brackets");
    }
    levels_.push_back({make(kind, mark), anchor, std::nullopt});
  }

  void close() {
    Level level = std::move(levels_.back());
    levels_.pop_back();
    finish(std::move(level.tree), level.anchor);
  }

  /// A value is whole: it becomes the root, a key, the value of the key before it, or an item.
  void finish(Tree tree, YAML::anchor_t anchor) {
    if (anchor != 0) {
      add_size(tree, size_);  // it is kept twice
      check_size(tree.place);
      anchors_[anchor] = tree;
    }
    if (levels_.empty()) {
      root = std::move(tree);
      return;
    }
    Level& parent = levels_.back();
    if (parent.tree.kind == Tree::Kind::list) {
      parent.tree.items.push_back(std::move(tree));
    } else if (!parent.key) {
      if (tree.kind != Tree::Kind::scalar) fail(tree.place, "a key must be a word, got " + describe(tree));
      parent.key = std::move(tree);
    } else {
      tree.key = std::move(parent.key->text);
      tree.place = parent.key->place;
      parent.key.reset();
      parent.tree.items.push_back(std::move(tree));
    }
  }

  Source source_;
  bool has_lines_;
  int documents_ = 0;
  TreeSize size_;
  std::vector<Level> levels_;
  std::map<YAML::anchor_t, Tree> anchors_;
};

/// Refuses what the YAML library would read wrongly (a control character ends its text) or at great cost.
void check_text(const std::string& text, const Source& source, bool has_lines) {
  constexpr int kMaxOpenBrackets = 1000;  // brackets in comments and quotes are counted too, hence the width
  if (text.size() > kMaxTextBytes) fail({source, 0}, "is larger than 16 MB; is this a scene file?");
  int line = 1;
  int open = 0;
  for (const char c : text) {
    const auto refuse = [&](const std::string& why) { fail({source, has_lines ? line : 0}, why); };
    if (c == '\n') ++line;
    if (c == '[' || c == '{') ++open;
    if ((c == ']' || c == '}') && open > 0) --open;
    if (open > kMaxOpenBrackets) refuse("brackets are nested too deeply; check that each is closed");
    if (static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\r' && c != '\t') {
      refuse("holds a control character; a scene file is plain UTF-8 text");
    }
  }
}

}  // namespace

Tree parse_tree(const std::string& text, const std::string& source_name, bool has_lines) {
  const Source source = std::make_shared<const std::string>(source_name);
  check_text(text, source, has_lines);
  TreeBuilder builder(source, has_lines);
  builder.root.place = {source, 0};
  const auto broken = [&](int line, const std::string& why) {
    fail({source, has_lines ? line : 0},
         "not valid YAML (" + why + "); check indentation, colons, quotes and brackets");
  };
  try {
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const InputError&) {
    throw;
  } catch (const YAML::Exception& error) {
    broken(error.mark.line + 1, error.msg);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    broken(0, error.what());
  }
  return std::move(builder.root);
}

}  // namespace isocloth::io
