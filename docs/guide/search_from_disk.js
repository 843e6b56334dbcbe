// Search in a site that is opened from disk, where browsers start no worker and read no JSON: the same search on the page itself, from an
// index that is a script (make_site writes it). Comes before mkdocs' own search/main.js, which asks for a worker.
if (location.protocol === 'file:') {
  window.Worker = class {
    postMessage(message) {
      if (message.query) this.onmessage({ data: { results: this.search(message.query) } });
      else if (document.getElementById('mkdocs-search-query')) this.load(['search/lunr.js', 'search/search_index.js']);
    }

    load([first, ...others]) {
      const script = document.createElement('script');
      script.src = `${base_url}/${first}`;
      script.onload = () => (others.length > 0 ? this.load(others) : this.index());
      document.head.append(script);
    }

    index() {
      const { docs, config } = window.searchIndex;
      this.documents = new Map(docs.map((doc) => [doc.location, doc]));
      this.words = lunr(function () {
        this.field('title');
        this.field('text');
        this.ref('location');
        docs.forEach((doc) => this.add(doc));
      });
      this.onmessage({ data: { config } });
      this.onmessage({ data: { allowSearch: true } });
    }

    search(query) {
      return this.words.search(query).map(({ ref }) => {
        const { location, title, text } = this.documents.get(ref);
        return { location, title, summary: text.slice(0, 200) };
      });
    }
  };
}
