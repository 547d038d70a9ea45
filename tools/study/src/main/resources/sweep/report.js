'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  for (const point of data.points) {
    for (const { name } of point.result.strategies) {
      if (!Plots.strategies.includes(name)) Plots.strategies.push(name);
    }
  }

  const rpcs = (s) => s.messages / 2;
  // What decides is first. Its bands are of draws that are the same for all strategies: they may overlap where each draw differs.
  const DRAWN = 'Median, and the 90 % interval of 200 draws of all uncertain costs.';
  const PLOTS = [
    { title: 'CPU time saved on a connection', unit: 'us', decides: true, note: `Of its set-up and tear-down, beside the baseline. ${DRAWN}`, of: (s) => (s.connectionNanosSaved === undefined ? null : s.connectionNanosSaved / 1e3) },
    { title: 'CPU time of connection set-up and tear-down', unit: 'us', decides: true, note: `Of a connection: its queues and its Receive buffers, without waits. ${DRAWN}`, of: (s) => (s.connectionNanos ? s.connectionNanos.total / 1e3 : null) },
    { title: 'Set-up of a connection', unit: 'us', note: 'Allocating, mapping and posting its Receive buffers, at usual costs.', of: (s) => s.setupNanos / 1e3 },
    { title: 'Tear-down of a connection', unit: 'us', note: 'Unmapping and giving back its Receive buffers, at usual costs.', of: (s) => s.teardownNanos / 1e3 },
    { title: 'Mappings', unit: 'mappings or registrations', note: 'Of the Receive buffers of all connections.', of: (s) => s.mappings },
    { title: 'RPCs a second', unit: 'RPCs/s', note: 'All connections together, from the first call to the last reply.', of: (s) => s.rpcPerSecond },
    { title: 'IOTLB misses', unit: 'misses per RPC', note: 'Of Receives, at the server.', of: (s) => s.iotlbMisses / rpcs(s) },
    { title: 'NIC: keys and translations', unit: 'cache misses per RPC', note: 'Memory keys (MPT) and translations (MTT) of the server’s NIC. DMA mappings use the local_dma_lkey, which needs neither.', of: (s) => (s.nicMisses.keys + s.nicMisses.translations) / rpcs(s) },
    { title: 'NIC: queue pairs and requests', unit: 'cache misses per RPC', note: 'Queue pair contexts and work requests of the server’s NIC.', of: (s) => (s.nicMisses.queuePairs + s.nicMisses.requests) / rpcs(s) },
    { title: 'Latency, median', unit: 'us', note: 'From a call’s start to its reply at the caller.', of: (s) => (s.latencyNanos ? s.latencyNanos.p50 / 1e3 : null) },
    { title: 'Latency, 99th percentile', unit: 'us', note: 'From a call’s start to its reply at the caller.', of: (s) => (s.latencyNanos ? s.latencyNanos.p99 / 1e3 : null) },
    { title: 'Memory mapped', unit: 'MB', note: 'Receive buffers of all connections.', of: (s) => s.bytesMapped / 1e6 },
    { title: 'Memory wasted', unit: 'MB', note: 'Mapped, and in no buffer.', of: (s) => s.bytesWasted / 1e6 },
  ];
  // Figures without ranges that are as close as this count as alike.
  const ALIKE = 0.01;
  // So many of the first section's plots stand first.
  const LEADING = 4;
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

  // Returns true if the ranges of all figures of a row have a value in common, or the figures are close.
  const isAlike = ({ figures, ranges }) => {
    const told = figures.map((y, i) => [y, ...ranges[i]]).filter(([y]) => y !== null);
    if (told.length < 2) return true;
    const most = (values) => Math.max(...values.map(Math.abs));
    const spread = Math.max(...told.map(([y]) => y)) - Math.min(...told.map(([y]) => y));
    return Math.max(...told.map(([, low]) => low)) <= Math.min(...told.map(([, , high]) => high)) || spread <= ALIKE * most(told.map(([y]) => y));
  };

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
      const root = make('section', document.getElementById('sections'), null);
      const head = first ? document.getElementById('top') : root;
      const title = section.name || (this.varied.length ? `By ${this.varied.join(', ')}` : 'Figures');
      this.id = `section-${data.grid.sections.indexOf(section) + 1}`;
      make('h2', head, title, { id: this.id });
      if (data.grid.sections.length > 1) make('a', make('li', document.getElementById('contents'), null), title, { href: `#${this.id}` });
      this.verdict = make('div', head, null, { class: 'verdict', 'aria-live': 'polite' });
      make('p', head, view.fixed.length ? `With ${view.fixed.join(', ')}.` : 'With all else as it is by default.', { class: 'note' });
      this.box = make('div', head, null, { class: 'choices' });
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

    // The choices that all plots follow.
    choices() {
      this.box.replaceChildren();
      if (this.ways.length && this.names.length > PAIR) this.choice(this.box, 'mapping', [...this.ways, ALL], this.way, (value) => { this.way = value; });
      if (this.varied.length > 1) this.choice(this.box, 'plots by', this.varied, this.across, (value) => { this.across = value; });
      for (const option of this.varied.filter((name) => name !== this.across)) this.optionChoice(this.box, option, option);
    }

    // Plots have all values of the option along their axis: one is chosen for the verdict and the distribution, beside each.
    choiceAlong(parent) {
      if (this.across) this.optionChoice(make('div', parent, null, { class: 'choices' }), this.across, `at ${this.across}`);
    }

    optionChoice(box, option, title) {
      this.choice(box, option, this.section.settings[option], this.chosen[option], (value) => { this.chosen[option] = value; }, title);
    }

    choice(box, name, values, now, set, title = name) {
      const label = make('label', box, null);
      make('span', label, title);
      const id = `${this.id}-${box.parentElement.className || box.parentElement.tagName}-${name}`;
      const select = make('select', label, null, { name, id });
      for (const value of values) make('option', select, value, value === now ? { selected: '' } : {});
      select.addEventListener('change', () => {
        set(select.value);
        this.show();
        document.getElementById(id)?.focus({ preventScroll: true });
      });
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
      this.body.replaceChildren();
      this.lead?.replaceChildren();
      this.choices();
      const row = this.row();
      const chosen = row.find((point) => !this.across || point.settings[this.across] === this.chosen[this.across]);
      this.inShort(chosen);
      const rest = make('div', this.body, null, { class: 'plots' });
      const names = this.ofWay(this.way);
      const plots = PLOTS.map((kind) => ({ kind, rows: row.map((point) => this.figures(point, kind.of)), xTitle: this.across || ALL }));
      if (chosen) plots.push(this.distribution(chosen));
      const isShown = ({ rows }) => rows.some(({ figures }) => this.only(names, figures).some((y) => y));
      const differs = ({ kind, rows }) => kind.decides || !rows.every((each) => isAlike({ figures: this.only(names, each.figures), ranges: this.only(names, each.ranges) }));
      const shown = plots.filter(isShown);
      shown.filter(differs).forEach((each, i) => this.plot(this.lead && i < LEADING ? this.lead : rest, each));
      const alike = shown.filter((each) => !differs(each));
      if (alike.length) {
        make('h3', this.body, 'Where nothing differs', { class: 'group' });
        make('p', this.body, 'At each value along the axis the ranges over the seeds overlap, or the figures are within 1 %.', { class: 'note' });
        const last = make('div', this.body, null, { class: 'plots alike' });
        for (const each of alike) this.plot(last, each, 'No difference. ');
      }
      const none = plots.filter((each) => !isShown(each)).map(({ kind }) => kind.title);
      if (none.length) make('p', this.body, `None at all, for ${names.join(', ')}: ${none.join('; ')}.`, { class: 'note' });
      if (chosen) this.words(chosen);
      document.body.dataset.drawn = Plots.charts.size;
    }

    plot(parent, { kind: { title, unit, note, ordered, isAlong }, rows, xTitle }, found = '') {
      const figure = make('figure', parent, null, { class: this.names.length > PAIR ? 'card wide' : 'card' });
      const caption = make('figcaption', figure, null);
      make('h3', caption, title);
      make('p', caption, found + note);
      if (isAlong) this.choiceAlong(caption);
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

    distribution(point) {
      const at = this.place();
      const ofKey = (key) => (s) => (s?.latencyNanos ? s.latencyNanos[key] / 1e3 : null);
      const rows = PERCENTILES.map(([key, label]) => ({
        x: NaN,
        label,
        figures: this.names.map((name) => ofKey(key)(strategyOf(point, name))),
        ranges: this.names.map((name) => rangeOf(point, name, ofKey(key))),
      })).filter((row) => row.figures.some((figure) => figure !== null));
      const note = `So many of the RPCs took no longer${at ? `; ${at}` : ''}.`;
      return { kind: { title: 'Latency distribution', ordered: true, isAlong: true, unit: 'us', note }, rows, xTitle: 'RPCs' };
    }

    // The verdicts of the strategies that are shown.
    inShort(point) {
      this.verdict.replaceChildren();
      const names = this.ofWay(this.way);
      const answers = (point?.result.answer || []).filter(({ strategy, verdict }) => verdict && names.includes(strategy));
      if (!answers.length) return;
      make('h3', this.verdict, 'In short');
      for (const { verdict } of answers) make('p', this.verdict, verdict);
      this.choiceAlong(this.verdict);
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
