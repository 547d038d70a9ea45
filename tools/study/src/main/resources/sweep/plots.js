'use strict';
// The plots: how a strategy looks, axes, both themes, and paper.
const Plots = (() => {
  const charts = new Set();
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const paper = matchMedia('print');
  let printing = false;

  // A hue for each strategy, a line and a marker for what is mapped at once: the plots can be read without colours.
  const HUES = {
    light: ['#0058a8', '#a85400', '#00704f', '#7b3294', '#b3261e', '#4a5560', '#00687a', '#6b6200'],
    dark: ['#79bcff', '#ffb866', '#5fd3a6', '#d7a6f5', '#ff9d92', '#b8c4d0', '#6fd6e0', '#d9d06a'],
  };
  const INK = { light: ['#17202a', '#d3d9df'], dark: ['#e6ebf0', '#35404c'] };
  // A ring goes round a square: of two lines that lie on one another both are seen.
  const CUTS = [
    { prefix: 'per-buffer-', dash: [6, 4], marker: 'circle', radius: 6, filled: false },
    { prefix: 'shard-', dash: [], marker: 'rect', radius: 4, filled: true },
    { prefix: '', dash: [2, 3], marker: 'triangle', radius: 5, filled: false },
  ];
  // Of a plot on paper: its pixels, and how many dots each has.
  const SHEET = { width: 300, height: 225, dots: 3 };

  const strategies = [];
  const cutOf = (name) => CUTS.find((cut) => name.startsWith(cut.prefix));
  // Forms of the same way, such as shard-dma-32k and shard-dma-as-posted, stand beside shard-dma.
  const wayOf = (name) => name.slice(cutOf(name).prefix.length).replace(/-(as-posted|\d+k)$/, '');
  const theme = () => (dark.matches && !printing ? 'dark' : 'light');

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

  // On a logarithmic axis one, two and five of each power of ten, or the powers alone where there are many.
  const tick = (value, ticks, logarithmic) => {
    const mantissa = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
    const round = [1, 2, 5].find((number) => Math.abs(mantissa - number) < 1e-6);
    const decades = Math.log10(ticks.at(-1).value / ticks[0].value);
    return !logarithmic || round === 1 || (decades < 2.5 && round) ? short(value) : null;
  };

  const colours = (name) => {
    const hue = HUES[theme()][strategies.indexOf(name) % HUES.light.length];
    const fill = cutOf(name).filled ? hue : 'transparent';
    return {
      borderColor: hue, backgroundColor: fill, hoverBorderColor: hue, hoverBackgroundColor: fill,
      pointBorderColor: hue, pointBackgroundColor: fill, pointHoverBorderColor: hue, pointHoverBackgroundColor: fill,
    };
  };

  const paint = (chart) => {
    const [ink, line] = INK[theme()];
    chart.data.datasets.forEach((set) => Object.assign(set, colours(set.label)));
    for (const scale of Object.values(chart.options.scales)) {
      scale.ticks.color = ink;
      scale.title.color = ink;
      scale.grid.color = line;
      scale.border.color = line;
    }
    chart.options.plugins.legend.labels.color = ink;
    // Markers keep the colours that they had when told that nothing but these has changed ('none').
    chart.update();
  };

  const axis = (title, type, more) => {
    const [ink, line] = INK[theme()];
    const { ticks, ...others } = more;
    return { type, title: { display: true, text: title, color: ink }, ticks: { color: ink, ...ticks }, grid: { color: line }, border: { color: line }, ...others };
  };

  const xAxis = (rows, title, numbers) => {
    if (!numbers) return axis(title, 'category', {});
    const xs = rows.map((row) => row.x);
    const known = new Map(rows.map((row) => [row.x, row.label]));
    return axis(title, isLogarithmic(xs) ? 'logarithmic' : 'linear', {
      min: Math.min(...xs), max: Math.max(...xs),
      // Ticks stand where there are points.
      afterBuildTicks: (scale) => { scale.ticks = xs.map((value) => ({ value })); },
      ticks: { callback: (value) => known.get(value) ?? short(value), autoSkip: true, maxRotation: 60 },
    });
  };

  // The axis has room for the ranges, not for the medians alone.
  const yAxis = (rows, title) => {
    const values = rows.flatMap((row) => [...row.figures, ...row.ranges.flat()]).filter((y) => y !== null && y !== undefined);
    const logarithmic = isLogarithmic(values);
    return axis(title, logarithmic ? 'logarithmic' : 'linear', {
      beginAtZero: true,
      suggestedMin: logarithmic ? 10 ** Math.floor(Math.log10(Math.min(...values))) : undefined,
      suggestedMax: Math.max(...values),
      ticks: { callback: (value, index, ticks) => tick(value, ticks, logarithmic) },
    });
  };

  // The range around the median that a marker or a bar shows: of draws, or of seeds. Lines have a band behind them, too.
  const CAP = 4;
  const span = ([low, high]) => (low === high || low === null ? '' : ` (${shown(low)}..${shown(high)})`);
  const BAND = 0.14;
  const band = (chart, set, points) => {
    const { ctx, scales } = chart;
    const ends = points.map(({ x }, at) => [x, ...set.ranges[at]]).filter(([, low, high]) => low !== null && low !== high);
    if (ends.length < 2) return;
    const edge = [...ends.map(([x, low]) => [x, low]), ...ends.reverse().map(([x, , high]) => [x, high])];
    ctx.beginPath();
    for (const [x, y] of edge) ctx.lineTo(x, scales.y.getPixelForValue(y));
    ctx.fillStyle = set.borderColor;
    ctx.globalAlpha = BAND;
    ctx.fill();
    ctx.globalAlpha = 1;
  };
  const whiskers = {
    id: 'whiskers',
    beforeDatasetsDraw: (chart) => {
      if (chart.config.type !== 'line') return;
      chart.ctx.save();
      chart.data.datasets.forEach((set, i) => {
        if (chart.isDatasetVisible(i)) band(chart, set, chart.getDatasetMeta(i).data);
      });
      chart.ctx.restore();
    },
    afterDatasetsDraw: (chart) => {
      const { ctx, scales } = chart;
      ctx.save();
      ctx.lineWidth = 1.5;
      chart.data.datasets.forEach((set, i) => {
        if (!chart.isDatasetVisible(i)) return;
        ctx.strokeStyle = set.borderColor;
        chart.getDatasetMeta(i).data.forEach(({ x }, at) => {
          const [low, high] = set.ranges[at];
          if (low === high || low === null) return;
          const bottom = scales.y.getPixelForValue(low);
          const top = scales.y.getPixelForValue(high);
          ctx.beginPath();
          ctx.moveTo(x, bottom);
          ctx.lineTo(x, top);
          for (const end of [bottom, top]) {
            ctx.moveTo(x - CAP, end);
            ctx.lineTo(x + CAP, end);
          }
          ctx.stroke();
        });
      });
      ctx.restore();
    },
  };

  const dataset = (name, figures, ranges, line) => {
    const cut = cutOf(name);
    const form = line
      ? { borderDash: cut.dash, pointStyle: cut.marker, pointRadius: cut.radius, pointHoverRadius: cut.radius + 1, pointBorderWidth: 2, pointHitRadius: 16, clip: 8 }
      : { maxBarThickness: 48 };
    return { label: name, data: figures, ranges, borderWidth: 2, ...form, ...colours(name) };
  };

  // A plot: rows are the values of the x axis, each with a figure a strategy. What is in order has a line, all else bars.
  const draw = (canvas, rows, xTitle, yTitle, names, ordered) => {
    const numbers = rows.length > 1 && rows.every((row) => !Number.isNaN(row.x));
    const line = numbers || ordered;
    const datasets = names.map((name, i) => dataset(name, rows.map((row) => (numbers ? { x: row.x, y: row.figures[i] } : row.figures[i])), rows.map((row) => row.ranges[i]), line));
    const chart = new Chart(canvas, {
      type: line ? 'line' : 'bar',
      plugins: [whiskers],
      data: { labels: rows.map((row) => row.label), datasets },
      options: {
        animation: false, responsive: true, maintainAspectRatio: false,
        interaction: { mode: 'index', intersect: false },
        scales: { x: xAxis(rows, xTitle, numbers), y: yAxis(rows, yTitle) },
        plugins: {
          // The library has colours of its own for what has none.
          colors: { enabled: false },
          legend: {
            position: 'bottom', align: 'start',
            labels: { usePointStyle: line, boxWidth: 10, boxHeight: 8, padding: 10, font: { size: 12 }, color: INK[theme()][0] },
          },
          tooltip: {
            callbacks: {
              title: (items) => `${xTitle}: ${rows[items[0].dataIndex].label}`,
              label: (item) => ` ${item.dataset.label}: ${shown(item.parsed.y)}${span(item.dataset.ranges[item.dataIndex])}`,
            },
          },
        },
      },
    });
    charts.add(chart);
    if (printing) spread(chart);
    return chart;
  };

  const remove = (chart) => {
    charts.delete(chart);
    chart.destroy();
  };

  // Paper is laid out only after the last moment to draw: a plot is drawn for it in one size, which the page scales.
  const spread = (chart) => {
    chart.options.responsive = !printing;
    chart.options.devicePixelRatio = printing ? SHEET.dots : undefined;
    paint(chart);
    if (printing) chart.resize(SHEET.width, SHEET.height);
    else chart.resize();
  };

  const print = (on) => {
    if (on === printing) return;
    printing = on;
    document.querySelectorAll('main details').forEach((details) => {
      if (on) details.dataset.open = details.open;
      details.open = on || details.dataset.open === 'true';
    });
    charts.forEach(spread);
  };

  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  dark.addEventListener('change', () => charts.forEach(paint));
  paper.addEventListener('change', () => print(paper.matches));
  addEventListener('beforeprint', () => print(true));
  addEventListener('afterprint', () => print(paper.matches));

  return { strategies, cutOf, wayOf, numeric, shown, span, draw, remove, charts };
})();
