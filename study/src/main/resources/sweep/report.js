'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  for (const point of data.points) {
    for (const { name } of point.result.strategies) {
      if (!Plots.strategies.includes(name)) Plots.strategies.push(name);
    }
  }

  const rpcs = (s) => s.messages / 2;
  const PLOTS = [
    { title: 'RPCs a second', unit: 'RPCs/s', note: 'All connections together, from the first call to the last reply.', of: (s) => s.rpcPerSecond },
    { title: 'Set-up of a connection', unit: 'us', note: 'Allocating, mapping and posting its Receive buffers.', of: (s) => s.setupNanos / 1e3 },
    { title: 'Tear-down of a connection', unit: 'us', note: 'Unmapping and giving back its Receive buffers.', of: (s) => s.teardownNanos / 1e3 },
    { title: 'Mappings', unit: 'mappings or registrations', note: 'Of the Receive buffers of all connections.', of: (s) => s.mappings },
    { title: 'IOTLB misses', unit: 'misses per RPC', note: 'Of Receives, at the server.', of: (s) => s.iotlbMisses / rpcs(s) },
    { title: 'NIC: keys and translations', unit: 'cache misses per RPC', note: 'Memory keys (MPT) and translations (MTT) of the server’s NIC. DMA mappings use the local_dma_lkey, which needs neither.', of: (s) => (s.nicMisses.keys + s.nicMisses.translations) / rpcs(s) },
    { title: 'NIC: queue pairs and requests', unit: 'cache misses per RPC', note: 'Queue pair contexts and work requests of the server’s NIC.', of: (s) => (s.nicMisses.queuePairs + s.nicMisses.requests) / rpcs(s) },
    { title: 'Latency, median', unit: 'us', note: 'From a call’s start to its reply at the caller.', of: (s) => (s.latencyNanos ? s.latencyNanos.p50 / 1e3 : null) },
    { title: 'Latency, 99th percentile', unit: 'us', note: 'From a call’s start to its reply at the caller.', of: (s) => (s.latencyNanos ? s.latencyNanos.p99 / 1e3 : null) },
    { title: 'Memory mapped', unit: 'MB', note: 'Receive buffers of all connections.', of: (s) => s.bytesMapped / 1e6 },
    { title: 'Memory wasted', unit: 'MB', note: 'Mapped, and in no buffer.', of: (s) => s.bytesWasted / 1e6 },
  ];
  // So many of the first section's plots stand first.
  const LEADING = 2;
  const PERCENTILES = [['p50', '50 %'], ['p90', '90 %'], ['p99', '99 %'], ['p999', '99.9 %'], ['p9999', '99.99 %'], ['max', '100 %']];
  const ALL = 'all';
  const PAIR = 2;

  const make = (tag, parent, text, attributes = {}) => {
    const element = document.createElement(tag);
    if (text !== null) element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    parent.append(element);
    return element;
  };
  const named = (strategies, name) => strategies.find((s) => s.name === name);
  const strategyOf = (point, name) => named(point.result.strategies, name);
  // The least and the most of a figure over the seeds.
  const rangeOf = (point, name, of) => (strategyOf(point, name) ? [of(named(point.low, name)), of(named(point.high, name))] : [null, null]);

  const table = (parent, rows, xTitle, names) => {
    const box = make('div', parent, null, { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Figures' });
    const grid = make('table', box, null);
    const head = make('tr', make('thead', grid, null), null);
    for (const name of [xTitle, ...names]) make('th', head, name, { scope: 'col' });
    const body = make('tbody', grid, null);
    for (const row of rows) {
      const line = make('tr', body, null);
      make('th', line, row.label, { scope: 'row' });
      row.figures.forEach((figure, i) => make('td', line, Plots.shown(figure) + Plots.span(row.ranges[i])));
    }
  };

  class Section {
    // The first one has its head and first plots at the top of the page.
    constructor(section, view, first) {
      this.section = section;
      this.points = data.points.filter((point) => point.section === section.name);
      this.varied = Object.keys(section.settings).filter((option) => section.settings[option].length > 1);
      this.across = view.across;
      this.chosen = { ...view.chosen };
      this.names = Plots.strategies.filter((name) => this.points.some((point) => strategyOf(point, name)));
      this.ways = [...new Set(this.names.map(Plots.wayOf))].filter((way) => this.ofWay(way).length > 1);
      this.way = this.ways[0] ?? ALL;
      this.charts = [];
      this.labels = new Map();
      const root = make('section', document.getElementById('sections'), null);
      const head = first ? document.getElementById('top') : root;
      const title = section.name || (this.varied.length ? `By ${this.varied.join(', ')}` : 'Figures');
      const id = `section-${data.grid.sections.indexOf(section) + 1}`;
      make('h2', head, title, { id });
      if (data.grid.sections.length > 1) make('a', make('li', document.getElementById('contents'), null), title, { href: `#${id}` });
      make('p', head, view.fixed.length ? `With ${view.fixed.join(', ')}.` : 'With all else as it is by default.', { class: 'note' });
      this.choices(head);
      this.lead = first ? document.getElementById('lead') : null;
      this.body = make('div', root, null);
      this.show();
    }

    ofWay(way) {
      return this.names.filter((name) => way === ALL || Plots.wayOf(name) === way);
    }

    only(names, figures) {
      return figures.filter((_, i) => names.includes(this.names[i]));
    }

    choices(parent) {
      const box = make('div', parent, null, { class: 'choices' });
      if (this.ways.length && this.names.length > PAIR) this.choice(box, 'mapping', [...this.ways, ALL], this.way, (value) => { this.way = value; });
      if (this.varied.length > 1) this.choice(box, 'plots by', this.varied, this.across, (value) => { this.across = value; });
      for (const option of this.varied) {
        this.choice(box, option, this.section.settings[option], this.chosen[option], (value) => { this.chosen[option] = value; });
      }
    }

    choice(box, name, values, now, set) {
      const label = make('label', box, null);
      this.labels.set(name, make('span', label, name));
      const select = make('select', label, null, { name });
      for (const value of values) make('option', select, value, value === now ? { selected: '' } : {});
      select.addEventListener('change', () => { set(select.value); this.show(); });
    }

    // The points that are as chosen but for the x axis.
    row() {
      return this.points.filter((point) => this.varied.every((option) => option === this.across || point.settings[option] === this.chosen[option]));
    }

    place() {
      return this.varied.map((option) => `${option} ${this.chosen[option]}`).join(', ');
    }

    show() {
      this.charts.splice(0).forEach(Plots.remove);
      // The plots have all values of the option along their axis: one is chosen for the distribution and the words.
      for (const option of this.varied) this.labels.get(option).textContent = option === this.across ? `at ${option}` : option;
      this.body.replaceChildren();
      this.lead?.replaceChildren();
      const row = this.row();
      const chosen = row.find((point) => !this.across || point.settings[this.across] === this.chosen[this.across]);
      const rest = make('div', this.body, null, { class: 'plots' });
      const names = this.ofWay(this.way);
      const none = [];
      PLOTS.forEach((kind, i) => {
        const rows = row.map((point) => this.figures(point, kind.of));
        if (rows.every(({ figures }) => this.only(names, figures).every((y) => !y))) none.push(kind.title);
        else this.plot(this.lead && i < LEADING ? this.lead : rest, kind, rows, this.across || ALL);
      });
      if (chosen) this.distribution(rest, chosen);
      if (none.length) make('p', this.body, `None at all, for ${names.join(', ')}: ${none.join('; ')}.`, { class: 'note' });
      if (chosen) this.words(chosen);
      document.body.dataset.drawn = Plots.charts.size;
    }

    plot(parent, { title, unit, note, ordered }, rows, xTitle) {
      const figure = make('figure', parent, null, { class: this.names.length > PAIR ? 'card wide' : 'card' });
      const caption = make('figcaption', figure, null);
      make('h3', caption, title);
      make('p', caption, note);
      const names = this.ofWay(this.way);
      const shown = rows.map((row) => ({ ...row, figures: this.only(names, row.figures), ranges: this.only(names, row.ranges) }));
      const canvas = make('canvas', make('div', figure, null, { class: 'box' }), null, {
        role: 'img', 'aria-label': `${title}, ${unit}, by ${xTitle}, for ${names.join(', ')}; the table has the figures`,
      });
      const details = make('details', figure, null);
      make('summary', details, 'Figures');
      table(details, rows, xTitle, this.names);
      this.charts.push(Plots.draw(canvas, shown, xTitle, unit, names, ordered));
    }

    figures(point, of) {
      const label = this.across ? point.settings[this.across] : '';
      const figures = this.names.map((name) => {
        const strategy = strategyOf(point, name);
        return strategy ? of(strategy) : null;
      });
      const ranges = this.names.map((name) => rangeOf(point, name, of));
      return { x: Plots.numeric(label), label, figures, ranges };
    }

    distribution(parent, point) {
      const at = this.place();
      const ofKey = (key) => (s) => (s?.latencyNanos ? s.latencyNanos[key] / 1e3 : null);
      const rows = PERCENTILES.map(([key, label]) => ({
        x: NaN,
        label,
        figures: this.names.map((name) => ofKey(key)(strategyOf(point, name))),
        ranges: this.names.map((name) => rangeOf(point, name, ofKey(key))),
      })).filter((row) => row.figures.some((figure) => figure !== null));
      this.plot(parent, { title: 'Latency distribution', ordered: true, unit: 'us', note: `So many of the RPCs took no longer${at ? `; ${at}` : ''}.` }, rows, 'RPCs');
    }

    words(point) {
      const answers = point.result.answer || [];
      if (!answers.length) return;
      const details = make('details', this.body, null, { class: 'words' });
      const at = this.place();
      make('summary', details, at ? `In words, at ${at}` : 'In words');
      for (const { strategy, baseline, verdict, words } of answers) {
        make('h4', details, verdict ?? `${strategy} instead of ${baseline}`);
        const list = make('ul', details, null, { class: 'columns' });
        for (const sentence of words) make('li', list, sentence);
      }
    }
  }

  data.grid.sections.forEach((section, i) => {
    if (data.points.some((point) => point.section === section.name)) new Section(section, data.views[i], i === 0);
  });
})();
