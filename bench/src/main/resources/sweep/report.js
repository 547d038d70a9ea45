'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const charts = [];
  const dark = matchMedia('(prefers-color-scheme: dark)');

  // One hue for each way of mapping, one line and marker for what is mapped at once: the plots can be read without colours.
  const HUES = {
    light: ['#0058a8', '#a85400', '#00704f', '#7b3294', '#b3261e', '#4a5560'],
    dark: ['#79bcff', '#ffb866', '#5fd3a6', '#d7a6f5', '#ff9d92', '#b8c4d0'],
  };
  const INK = { light: ['#17202a', '#d3d9df'], dark: ['#e6ebf0', '#35404c'] };
  const CUTS = [
    { prefix: 'per-buffer-', dash: [6, 4], marker: 'circle' },
    { prefix: 'shard-', dash: [], marker: 'rectRounded' },
    { prefix: '', dash: [2, 3], marker: 'triangle' },
  ];
  const cutOf = (name) => CUTS.find((cut) => name.startsWith(cut.prefix));
  const strategies = [];
  const ways = [];
  for (const point of data.points) {
    for (const { name } of point.result.strategies) {
      const way = name.slice(cutOf(name).prefix.length);
      if (!strategies.includes(name)) strategies.push(name);
      if (!ways.includes(way)) ways.push(way);
    }
  }
  const hueOf = (name) => ways.indexOf(name.slice(cutOf(name).prefix.length)) % HUES.light.length;

  const rpcs = (s) => s.messages / 2;
  const PLOTS = [
    { title: 'RPCs a second', unit: 'RPCs/s', note: 'All connections together, from the first call to the last reply.', of: (s) => s.rpcPerSecond },
    { title: 'Set-up of a connection', unit: 'µs', note: 'Allocating, mapping and posting its Receive buffers.', of: (s) => s.setupNanos / 1e3 },
    { title: 'Tear-down of a connection', unit: 'µs', note: 'Unmapping and giving back its Receive buffers.', of: (s) => s.teardownNanos / 1e3 },
    { title: 'Mappings', unit: 'mappings or registrations', note: 'Of the Receive buffers of all connections.', of: (s) => s.mappings },
    { title: 'IOTLB misses', unit: 'misses per RPC', note: 'Of Receives, at the server.', of: (s) => s.iotlbMisses / rpcs(s) },
    { title: 'NIC: keys and translations', unit: 'cache misses per RPC', note: 'Memory keys (MPT) and translations (MTT) of the server’s NIC. DMA mappings use the local_dma_lkey, which needs neither.', of: (s) => (s.nicMisses.keys + s.nicMisses.translations) / rpcs(s) },
    { title: 'NIC: queue pairs and requests', unit: 'cache misses per RPC', note: 'Queue pair contexts and work requests of the server’s NIC.', of: (s) => (s.nicMisses.queuePairs + s.nicMisses.requests) / rpcs(s) },
    { title: 'Latency, median', unit: 'µs', note: 'From a call’s start to its reply at the caller.', of: (s) => s.latencyNanos.p50 / 1e3 },
    { title: 'Latency, 99th percentile', unit: 'µs', note: 'From a call’s start to its reply at the caller.', of: (s) => s.latencyNanos.p99 / 1e3 },
    { title: 'Memory mapped', unit: 'MB', note: 'Receive buffers of all connections.', of: (s) => s.bytesMapped / 1e6 },
    { title: 'Memory wasted', unit: 'MB', note: 'Mapped, and in no buffer.', of: (s) => s.bytesWasted / 1e6 },
  ];
  const PERCENTILES = [['p50', '50 %'], ['p90', '90 %'], ['p99', '99 %'], ['p999', '99.9 %'], ['p9999', '99.99 %'], ['max', '100 %']];

  const make = (tag, parent, text, attributes = {}) => {
    const element = document.createElement(tag);
    if (text !== null) element.textContent = text;
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    parent.append(element);
    return element;
  };

  // 65536, 64K, 2M: what the command line takes as a number.
  const numeric = (value) => {
    const parts = /^(\d+(?:\.\d+)?)([KM]?)$/i.exec(value);
    return parts ? Number(parts[1]) * ({ k: 1024, m: 1048576 }[parts[2].toLowerCase()] || 1) : NaN;
  };

  const shown = (value) => {
    if (value === null || value === undefined || Number.isNaN(value)) return '–';
    const size = Math.abs(value);
    const digits = size === 0 || size >= 1000 ? 0 : size >= 100 ? 1 : size >= 1 ? 2 : 3;
    return value.toLocaleString('en-US', { maximumFractionDigits: digits, minimumFractionDigits: size >= 1 && size < 100 ? digits : 0 });
  };
  const short = (value) => value.toLocaleString('en-US', { notation: 'compact', maximumSignificantDigits: 3 });

  const isLogarithmic = (values) => {
    const least = Math.min(...values);
    return least > 0 && Math.max(...values) / least > 30;
  };

  const style = (name, theme) => {
    const hue = HUES[theme][hueOf(name)];
    const fill = cutOf(name).prefix === 'shard-' ? hue : 'transparent';
    return { borderColor: hue, backgroundColor: fill, pointBorderColor: hue, pointBackgroundColor: fill };
  };

  const paint = (chart, theme) => {
    const [ink, line] = INK[theme];
    chart.data.datasets.forEach((set) => {
      Object.assign(set, style(set.label, theme));
      if (chart.config.type === 'bar') set.borderDash = [];
    });
    for (const scale of Object.values(chart.options.scales)) {
      scale.ticks.color = ink;
      scale.title.color = ink;
      scale.grid.color = line;
      scale.border = { color: line };
    }
    chart.options.plugins.legend.labels.color = ink;
  };
  const theme = () => (dark.matches ? 'dark' : 'light');
  const repaint = (name) => charts.forEach((chart) => { paint(chart, name); chart.update('none'); });

  const axis = (title, type, more = {}) => ({ type, title: { display: true, text: title }, ticks: {}, grid: {}, ...more });

  // A plot: rows are the values of the x axis, each with a figure a strategy. What is in order has a line, all else bars.
  const draw = (canvas, rows, xTitle, yTitle, names, ordered) => {
    const ys = rows.flatMap((row) => row.figures.filter((y) => y !== null));
    const xs = rows.map((row) => row.x);
    const numbers = rows.length > 1 && xs.every((x) => !Number.isNaN(x));
    const line = numbers || ordered;
    const known = new Map(rows.map((row) => [row.x, row.label]));
    const x = numbers
      ? axis(xTitle, isLogarithmic(xs) ? 'logarithmic' : 'linear', {
        min: Math.min(...xs), max: Math.max(...xs),
        // Ticks stand where there are points.
        afterBuildTicks: (scale) => { scale.ticks = xs.map((value) => ({ value })); },
        ticks: { callback: (value) => known.get(value) ?? short(value), autoSkip: true, maxRotation: 60 },
      })
      : axis(xTitle, 'category');
    const y = axis(yTitle, isLogarithmic(ys) ? 'logarithmic' : 'linear', {
      beginAtZero: true,
      ticks: { callback: (value, index, ticks) => tick(value, ticks, isLogarithmic(ys)) },
    });
    const datasets = names.map((name, i) => ({
      label: name,
      data: rows.map((row) => (numbers ? { x: row.x, y: row.figures[i] } : row.figures[i])),
      borderDash: cutOf(name).dash, pointStyle: cutOf(name).marker, borderWidth: 2, pointRadius: 4, pointHitRadius: 16, clip: 8, maxBarThickness: 48,
    }));
    const chart = new Chart(canvas, {
      type: line ? 'line' : 'bar',
      data: { labels: rows.map((row) => row.label), datasets },
      options: {
        animation: false, responsive: true, maintainAspectRatio: false,
        interaction: { mode: 'index', intersect: false },
        scales: { x, y },
        plugins: {
          legend: { position: 'bottom', align: 'start', labels: { usePointStyle: line, boxWidth: 10, boxHeight: 8, padding: 10, font: { size: 12 } } },
          tooltip: {
            callbacks: {
              title: (items) => `${xTitle}: ${rows[items[0].dataIndex].label}`,
              label: (item) => ` ${item.dataset.label}: ${shown(item.parsed.y)}`,
            },
          },
        },
      },
    });
    paint(chart, theme());
    chart.update('none');
    charts.push(chart);
    return chart;
  };

  // On a logarithmic axis one, two and five of each power of ten, or the powers alone where there are many.
  const tick = (value, ticks, logarithmic) => {
    const mantissa = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
    const round = [1, 2, 5].find((number) => Math.abs(mantissa - number) < 1e-6);
    const decades = Math.log10(ticks.at(-1).value / ticks[0].value);
    return !logarithmic || round === 1 || (decades < 2.5 && round) ? short(value) : null;
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
      for (const figure of row.figures) make('td', line, shown(figure));
    }
  };

  const plot = (parent, { title, unit, note, ordered }, rows, xTitle, names) => {
    const figure = make('figure', parent, null);
    const caption = make('figcaption', figure, null);
    make('h3', caption, title);
    make('p', caption, note);
    if (rows.every((row) => row.figures.every((y) => !y))) {
      make('p', figure, 'None at all, whatever the strategy.', { class: 'none' });
      return;
    }
    const box = make('div', figure, null, { class: 'box' });
    const canvas = make('canvas', box, null, { role: 'img', 'aria-label': `${title}, ${unit}, by ${xTitle}, for ${names.join(', ')}; the table has the figures` });
    const details = make('details', figure, null);
    make('summary', details, 'Figures');
    table(details, rows, xTitle, names);
    draw(canvas, rows, xTitle, unit, names, ordered);
  };

  const pointsOf = (section) => data.points.filter((point) => point.section === section.name);

  class Section {
    constructor(section) {
      this.section = section;
      this.points = pointsOf(section);
      this.varied = Object.keys(section.settings).filter((option) => section.settings[option].length > 1);
      this.across = this.varied.find((option) => section.settings[option].every((value) => !Number.isNaN(numeric(value)))) || this.varied[0];
      this.chosen = Object.fromEntries(this.varied.map((option) => [option, section.settings[option][0]]));
      if (this.across) this.chosen[this.across] = section.settings[this.across].at(-1);
      this.charts = [];
      this.root = make('section', document.getElementById('sections'), null);
      const title = section.name || (this.varied.length ? `By ${this.varied.join(', ')}` : 'Figures');
      this.root.id = `section-${data.grid.sections.indexOf(section) + 1}`;
      make('h2', this.root, title);
      if (data.grid.sections.length > 1) make('a', make('li', document.getElementById('contents'), null), title, { href: `#${this.root.id}` });
      this.head = make('div', this.root, null);
      this.body = make('div', this.root, null);
      this.choices();
      this.show();
    }

    choices() {
      const fixed = Object.entries(this.section.settings).filter(([, values]) => values.length === 1).map(([option, values]) => `${option} ${values[0]}`);
      make('p', this.head, `With ${fixed.length ? fixed.join(', ') : 'all else as it is by default'}.`, { class: 'note' });
      if (!this.varied.length) return;
      const box = make('div', this.head, null, { class: 'choices' });
      if (this.varied.length > 1) this.choice(box, 'Plots by', this.varied, this.across, (value) => { this.across = value; });
      for (const option of this.varied) {
        this.choice(box, option, this.section.settings[option], this.chosen[option], (value) => { this.chosen[option] = value; });
      }
    }

    choice(box, name, values, now, set) {
      const label = make('label', box, name);
      const select = make('select', label, null);
      for (const value of values) make('option', select, value, value === now ? { selected: '' } : {});
      select.addEventListener('change', () => { set(select.value); this.show(); });
    }

    // The points that are as chosen but for the x axis.
    row() {
      return this.points.filter((point) => this.varied.every((option) => option === this.across || point.settings[option] === this.chosen[option]));
    }

    show() {
      while (this.charts.length) {
        const chart = this.charts.pop();
        charts.splice(charts.indexOf(chart), 1);
        chart.destroy();
      }
      this.body.replaceChildren();
      const before = charts.length;
      const row = this.row();
      const names = strategies.filter((name) => row.some((point) => point.result.strategies.some((s) => s.name === name)));
      const chosen = row.find((point) => !this.across || point.settings[this.across] === this.chosen[this.across]);
      if (chosen) this.words(chosen);
      const plots = make('div', this.body, null, { class: 'plots' });
      const xTitle = this.across || 'all';
      for (const kind of PLOTS) {
        plot(plots, kind, row.map((point) => this.figures(point, names, kind.of)), xTitle, names);
      }
      if (chosen) this.distribution(plots, chosen, names);
      this.charts = charts.slice(before);
      document.body.dataset.drawn = charts.length;
    }

    figures(point, names, of) {
      const label = this.across ? point.settings[this.across] : '';
      const figures = names.map((name) => {
        const strategy = point.result.strategies.find((s) => s.name === name);
        return strategy ? of(strategy) : null;
      });
      return { x: numeric(label), label, figures };
    }

    distribution(plots, point, names) {
      const rows = PERCENTILES.map(([key, label]) => ({
        x: NaN,
        label,
        figures: names.map((name) => {
          const strategy = point.result.strategies.find((s) => s.name === name);
          return strategy && key in strategy.latencyNanos ? strategy.latencyNanos[key] / 1e3 : null;
        }),
      })).filter((row) => row.figures.some((figure) => figure !== null));
      const at = this.varied.map((option) => `${option} ${this.chosen[option]}`).join(', ');
      plot(plots, { title: 'Latency distribution', ordered: true, unit: 'µs', note: `So many of the RPCs took no longer${at ? `; ${at}` : ''}.` }, rows, 'RPCs', names);
    }

    words(point) {
      const box = make('div', this.body, null, { class: 'words', 'aria-live': 'polite' });
      const at = this.varied.map((option) => `${option} ${this.chosen[option]}`).join(', ');
      for (const { strategy, baseline, words } of point.result.answer || []) {
        make('h4', box, `${strategy} instead of ${baseline}${at ? `, ${at}` : ''}`);
        const list = make('ul', box, null);
        for (const sentence of words) make('li', list, sentence);
      }
    }
  }

  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  data.grid.sections.filter((section) => pointsOf(section).length).forEach((section) => new Section(section));
  dark.addEventListener('change', () => repaint(theme()));
  addEventListener('beforeprint', () => {
    document.querySelectorAll('main details').forEach((details) => { details.open = true; });
    repaint('light');
    charts.forEach((chart) => chart.resize());
  });
  addEventListener('afterprint', () => {
    document.querySelectorAll('main details').forEach((details) => { details.open = false; });
    repaint(theme());
    charts.forEach((chart) => chart.resize());
  });
})();
