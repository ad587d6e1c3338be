// Bounds over time, drawn by uPlot. Across are seconds of the clock on the wall; upwards, logarithms of waits and bounds, with a line
// of its own below them for zero.

// loadSeries unpacks the jobs of a series and the bounds of its methods; -1 means no bound.
function loadSeries(s) {
  return s.loaded ??= inflate(s.data).then(data => data.text()).then(text => Object.assign(s, JSON.parse(text)));
}

// firstFrom returns the index of the first of ascending numbers that is not below v.
function firstFrom(list, v) {
  const i = list.findIndex(x => x >= v);
  return i < 0 ? list.length : i;
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const dateOf = t => new Date(t * 1000); // its parts in UTC are those of the clock on the wall
const monthOf = d => `${monthNames[d.getUTCMonth()]} ${d.getUTCFullYear()}`;

// timeText writes a time of a series.
function timeText(s, t) {
  const d = dateOf(t), clock = d.toISOString().slice(11, 19);
  return s.dated ? `${d.getUTCDate()} ${monthOf(d)}, ${clock}` : `day ${Math.floor(t / 86400)}, ${clock}`;
}

// monthsOf lists the months of a series, or parts of 30 days without dates.
function monthsOf(s) {
  const list = [], part = 30 * 86400, first = dateOf(s.times[0]);
  const begin = n => s.dated ? Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + n) / 1000 : (Math.floor(s.times[0] / part) + n) * part;
  for (let n = 0; begin(n) <= s.times.at(-1); n++) {
    list.push({from: begin(n), to: begin(n + 1), name: s.dated ? monthOf(dateOf(begin(n))) : `days from ${begin(n) / 86400}`});
  }
  return list;
}

const tidy = n => n.toLocaleString('en');

const spanTicks = [0.001, 0.01, 0.1, 1, 10, 60, 600, 3600, 6 * 3600, 86400, 7 * 86400, 30 * 86400, 365 * 86400, 3650 * 86400, 36500 * 86400];

// sign returns a drawing for the legend.
function sign(drawing) {
  const t = make('template');
  t.innerHTML = `<svg class="mark" viewBox="-7 -7 14 14" aria-hidden="true">${drawing}</svg>`;
  return t.content.firstChild;
}
const noMethod = '-'; // in the address, where no method is chosen
const waitSign = colour => sign(`<path d="M-2.5,-2.5h5v5h-5z" fill="var(${colour})"/>`);

// The text for the job that is picked.
const tip = document.body.appendChild(Object.assign(document.createElement('div'), {className: 'tip', hidden: true}));
tip.setAttribute('aria-hidden', 'true'); // #plot-live has the same text

// showTip puts content next to a point of the screen, inside of it.
function showTip(content, x, y) {
  tip.replaceChildren(...[content].flat());
  tip.hidden = false;
  const {width, height} = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - width - 4))}px`;
  tip.style.top = `${y + 16 + height > innerHeight ? Math.max(4, y - height - 12) : y + 16}px`;
}
const hideTip = () => { tip.hidden = true; };
addEventListener('scroll', hideTip, {passive: true});
addEventListener('keydown', e => { if (e.key === 'Escape') hideTip(); });

class Plot {
  constructor(root) {
    Object.assign(this, {root, series: JSON.parse(document.getElementById('series-data').textContent), on: []});
    for (const name of ['series', 'month']) this[`${name}Choice`] = root.querySelector(`[name=${name}]`);
    this.chart = root.querySelector('#chart');
    this.dot = make('div', '', 'pick');
    const here = this.series.findIndex(s => s.label === state.get('series'));
    this.listen();
    this.choose(Math.max(here, 0), state.get('m')?.split(','), state.has('from') && [Number(state.get('from')), Number(state.get('to'))]);
    if (here >= 0) root.closest('section').scrollIntoView();
  }

  get lines() { return this.s.lines.filter(l => this.on.includes(l.method)); }
  get from() { return this.u.scales.x.min; }
  get to() { return this.u.scales.x.max; }

  listen() {
    this.seriesChoice.addEventListener('change', e => this.choose(Number(e.target.value), this.on, [this.from, this.to]));
    this.monthChoice.addEventListener('change', e => { const m = this.months[e.target.value]; if (m) this.view(m.from, m.to); });
    this.root.querySelector('#plot-methods').addEventListener('change', () => {
      this.on = [...this.root.querySelectorAll('#plot-methods :checked')].map(e => e.value);
      this.build(this.from, this.to);
    });
    this.root.addEventListener('click', e => this.act(e.target.closest('[data-do]')?.dataset.do));
    this.chart.addEventListener('keydown', e => this.key(e));
    new ResizeObserver(() => { if (this.u && this.chart.clientWidth !== this.u.width) this.u.setSize(this.size()); }).observe(this.chart);
    addEventListener('beforeprint', () => this.u?.setSize({...this.size(), height: 300})); // so that the first page has it
    addEventListener('afterprint', () => this.u?.setSize(this.size()));
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => { if (this.u) this.build(this.from, this.to); });
  }

  // choose shows a series, with methods that it has or its first, in a window or its busiest month.
  async choose(i, methods, window) {
    const s = this.wanted = this.series[i];
    await loadSeries(s);
    if (this.wanted !== s) return; // another one was chosen
    this.s = s;
    this.seriesChoice.value = i;
    const has = (methods ?? []).filter(m => s.lines.some(l => l.method === m));
    this.on = has.length || methods?.[0] === noMethod ? has : s.lines.slice(0, 1).map(l => l.method);
    this.root.querySelector('#plot-methods').replaceChildren(...s.lines.map(l => {
      const label = make('label'), tick = make('input');
      Object.assign(tick, {type: 'checkbox', name: 'm', value: l.method, checked: this.on.includes(l.method)});
      label.append(tick, this.mark(l), l.method);
      return label;
    }));
    this.months = monthsOf(s);
    this.monthChoice.replaceChildren(new Option('', ''), ...this.months.map((m, k) => new Option(m.name, k)));
    const count = m => firstFrom(s.times, m.to) - Math.max(firstFrom(s.times, m.from), s.training); // scored jobs
    const busiest = this.months.reduce((a, b) => count(b) > count(a) ? b : a);
    const fits = window && window[1] > window[0] && window[0] < s.times.at(-1) && window[1] > s.times[0];
    this.build(...fits ? window : [busiest.from, busiest.to]);
  }

  // mark returns the sign of a method: its line, or its marker if the bounds depend on the job.
  mark(l) {
    const colour = `var(--c${l.style.colour})`;
    return sign(l.varies ? `<path d="${l.style.marker}" fill="${colour}"/>`
      : `<path d="M-7,0h14" stroke="${colour}" stroke-width="2.5" stroke-dasharray="${l.style.dash ?? ''}"/>`);
  }

  css(name) { return getComputedStyle(this.chart).getPropertyValue(name).trim(); }
  size() { return {width: this.chart.clientWidth, height: this.chart.clientWidth < 600 ? 330 : 420}; }
  y(v) { return v === undefined || v < 0 ? null : v < this.least ? this.low : Math.log10(v); }
  covers(wait, bound) { return this.s.lower ? wait >= bound : wait <= bound; }
  inView() { return [firstFrom(this.s.times, this.from), firstFrom(this.s.times, this.to)]; }
  grain() { const [first, last] = this.inView(); return last - first < 400 ? 4 : 2.4; }

  // build makes the plot.
  build(from, to) {
    const {s, lines} = this;
    this.least = 1 / s.scale;
    this.low = Math.log10(this.least) - 0.5;
    const longest = Math.max(60, ...s.waits);
    this.high = Math.log10(Math.max(longest, ...lines.flatMap(l => l.bounds.map(b => Math.min(b, longest * 1000)))) * 1.4);
    const waits = s.waits.map(w => this.y(w)), judge = lines[0];
    const missed = s.waits.map((w, i) => judge && judge.bounds[i] >= 0 && !this.covers(w, judge.bounds[i]) ? waits[i] : null);
    const soft = this.css('--soft'), rule = {stroke: () => this.css('--rule'), width: 1};
    const dots = (more, colours, shape) => ({points: {show: false}, scale: 'y', ...colours, paths: (...a) => this.dots(this.grain() + more, shape, ...a)});
    const data = [s.times, waits, missed], series = [{}, dots(0, {stroke: soft, fill: soft + '99'}), dots(1.4, {fill: this.css('--miss')})];
    for (const l of lines) {
      const colour = this.css(`--c${l.style.colour}`);
      const steps = {points: {show: false}, scale: 'y', stroke: colour, width: 2, dash: l.style.dash, paths: uPlot.paths.stepped({align: 1})};
      series.push(l.varies ? dots(1, {fill: colour}, new Path2D(l.style.marker)) : steps);
      data.push(l.bounds.map(b => this.y(b)));
    }
    const axis = {stroke: () => soft, grid: rule, ticks: rule, font: '12px system-ui, sans-serif'};
    const dates = {values: (u, list, axis, space, step) => list.map((t, i) => this.tick(t, step, i))};
    const days = {incrs: [3600, 21600, 86400, 7 * 86400, 30 * 86400, 100 * 86400, 365 * 86400], values: (u, list) => list.map(t => `day ${+(t / 86400).toFixed(2)}`)};
    const ticks = spanTicks.filter(t => t >= this.least && Math.log10(t) < this.high);
    this.u?.destroy();
    this.u = new uPlot({
      ...this.size(), series, tzDate: t => uPlot.tzDate(dateOf(t), 'Etc/UTC'), legend: {show: false}, padding: [8, 30, 0, 0],
      scales: {x: {time: s.dated, min: from, max: to, auto: false}, y: {range: () => [this.low - 0.2, this.high]}},
      axes: [{...axis, ...s.dated ? dates : days},
        {...axis, size: 62, splits: () => [this.low, ...ticks.map(Math.log10)], values: () => ['0', ...ticks.map(t => t < 1 ? `${t} s` : readable(t))]}],
      cursor: {points: {show: false}, y: false, drag: {x: true, y: false, setScale: true, dist: 6}},
      hooks: {setScale: [(u, key) => { if (key === 'x') this.moved(); }], setCursor: [u => this.point(u)]},
    }, data, this.chart);
    this.u.over.append(this.dot);
    this.dot.hidden = true;
    this.moved();
  }

  // tick names a time on the axis: clock, day, month or year.
  tick(t, step, i) {
    const d = dateOf(t + 1), month = monthNames[d.getUTCMonth()], first = i === 0 || d.getUTCMonth() + d.getUTCDate() === 1;
    if (step >= 28 * 86400) return step > 300 * 86400 ? `${d.getUTCFullYear()}` : first ? monthOf(d) : month;
    const clock = d.toISOString().slice(11, 16);
    return step >= 86400 || clock === '00:00' ? `${d.getUTCDate()} ${month}${first && step >= 86400 ? ` ${d.getUTCFullYear()}` : ''}` : clock;
  }

  // dots draws points: markers 8 wide made as large as size, or squares.
  dots(size, shape, u, index, first, last) {
    const path = new Path2D(), side = size * uPlot.pxRatio, [xs, ys] = [u.data[0], u.data[index]];
    for (let i = first; i <= last; i++) {
      if (ys[i] === null) continue;
      const x = u.valToPos(xs[i], 'x', true), y = u.valToPos(ys[i], 'y', true);
      if (shape) path.addPath(shape, {a: side / 7, d: side / 7, e: x, f: y});
      else path.rect(x - side / 2, y - side / 2, side, side);
    }
    return {fill: path, stroke: null, clip: null, flags: 0};
  }

  view(from, to) {
    const first = this.s.times[0] - 3600, last = this.s.times.at(-1) + 3600, length = Math.min(Math.max(to - from, 600), last - first);
    from = Math.min(Math.max(from, first), last - length);
    this.u.setScale('x', {min: from, max: from + length});
  }

  zoom(by) { const middle = (this.from + this.to) / 2, half = by * (this.to - this.from) / 2; this.view(middle - half, middle + half); }
  pan(by) { const d = by * (this.to - this.from); this.view(this.from + d, this.to + d); }

  act(what) {
    const middle = (this.from + this.to) / 2, day = Math.floor(middle / 86400) * 86400, month = this.months.find(m => m.to > middle);
    const acts = {earlier: () => this.pan(-0.5), later: () => this.pan(0.5), in: () => this.zoom(0.5), out: () => this.zoom(2),
      save: () => this.save(), all: () => this.view(-Infinity, Infinity), day: () => this.view(day, day + 86400), month: () => month && this.view(month.from, month.to)};
    acts[what]?.();
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const acts = {ArrowLeft: () => e.shiftKey ? this.step(-1) : this.pan(-0.2), ArrowRight: () => e.shiftKey ? this.step(1) : this.pan(0.2),
      '+': () => this.zoom(0.6), '-': () => this.zoom(1 / 0.6), d: () => this.act('day'), m: () => this.act('month'), a: () => this.act('all')};
    const act = acts[e.key];
    if (!act) return;
    e.preventDefault();
    act();
  }

  // step picks the next job, or the first in view.
  step(by) {
    const [first, last] = this.inView(), now = this.picked;
    const i = Math.min(Math.max(now >= first && now < last ? now + by : by > 0 ? first : last - 1, 0), this.s.times.length - 1);
    const t = this.s.times[i], half = (this.to - this.from) / 2;
    if (t < this.from || t > this.to) this.view(t - half, t + half);
    this.pick(i);
    this.root.querySelector('#plot-live').textContent = tip.innerText.replace(/\s+/g, ' ');
  }

  // point picks the job drawn nearest to the cursor, within reach of a finger.
  point(u) {
    const {left, top} = u.cursor, reach = 22;
    if (!(left >= 0)) { if (this.picked !== undefined && !this.chart.matches(':focus-visible')) this.pick(); return; }
    let best, least = reach * reach;
    for (let i = firstFrom(this.s.times, u.posToVal(left - reach, 'x')), last = firstFrom(this.s.times, u.posToVal(left + reach, 'x')); i < last; i++) {
      const dx = this.left(i) - left, dy = this.top(i) - top, d = dx * dx + dy * dy;
      if (d < least) { least = d; best = i; }
    }
    const box = u.over.getBoundingClientRect();
    this.pick(best, box.left + left, box.top + top);
  }

  left(i) { return this.u.valToPos(this.s.times[i], 'x'); }
  top(i) { return this.u.valToPos(this.y(this.s.waits[i]), 'y'); }

  // pick marks a job, and describes it at a point of the screen.
  pick(i, x, y) {
    this.picked = i;
    this.dot.hidden = i === undefined;
    if (i === undefined) return hideTip();
    this.dot.style.transform = `translate(${this.left(i)}px,${this.top(i)}px)`;
    const box = this.u.over.getBoundingClientRect(), {s} = this;
    const head = make('p'), wait = make('p', 'waited ');
    head.append(make('b', `Job ${s.ids[i]}`), `${s.sizes[i] > 0 ? `, ${tidy(s.sizes[i])} processor${s.sizes[i] > 1 ? 's' : ''}` : ''}, ${timeText(s, s.times[i])}`);
    wait.append(make('b', readable(s.waits[i])), i < s.training ? '; it trains the methods and is not scored' : '');
    showTip([head, wait, ...this.lines.map(l => this.boundText(l, i))], x ?? box.left + this.left(i), y ?? box.top + this.top(i));
  }

  // boundText is a paragraph on the bound of a job.
  boundText(l, i) {
    const line = make('p'), {s} = this, b = l.bounds[i];
    line.append(this.mark(l), ` ${l.method}: `);
    if (!(b >= 0)) line.append('no bound');
    else line.append(`bound ${readable(b)} `, this.covers(s.waits[i], b) ? make('span', '✓ within', 'hit') : make('span', '✗ outside', 'miss'));
    return line;
  }

  // moved describes what is in view, and keeps it in the address once the reader moved it.
  moved() {
    if (!(this.u?.scales.x.max > 0)) return; // not drawn yet
    const {s} = this, [first, last] = this.inView(), judge = this.lines[0];
    const item = (mark, text) => { const li = make('li'); li.append(mark, text); return li; };
    const jobs = `${tidy(last - first)} ${s.jobs < s.of ? 'of the ' : ''}jobs`;
    const list = [item(waitSign('--soft'), `waits of ${jobs}, ${timeText(s, this.from)} to ${timeText(s, this.to)}`)];
    if (judge) list.push(item(waitSign('--miss'), `outside the bound of ${judge.method}`));
    this.root.querySelector('#lines').replaceChildren(...list, ...this.lines.map(l => item(this.mark(l), l.method + this.share(l))));
    const month = this.months.findIndex(m => m.from === this.from && m.to === this.to);
    this.monthChoice.value = month < 0 ? '' : month;
    if (this.shownBefore) {
      clearTimeout(this.later);
      this.later = setTimeout(() => remember({series: s.label, m: this.on.join(',') || noMethod, from: Math.round(this.from), to: Math.round(this.to)}), 200);
    }
    this.shownBefore = true;
  }

  save() {
    const href = URL.createObjectURL(new Blob([this.svg()], {type: 'image/svg+xml'}));
    Object.assign(make('a'), {href, download: `bounds-${this.s.label.replace(/[^\w.-]+/g, '-')}.svg`}).click();
    setTimeout(() => URL.revokeObjectURL(href), 60000);
  }

  // svg returns a picture of what is in view, with axes and legend.
  svg() {
    const {u, s, lines} = this, [left, top, wide, high] = ['left', 'top', 'width', 'height'].map(k => u.bbox[k] / uPlot.pxRatio);
    const [first, last] = this.inView(), n = v => v.toFixed(1), at = (v, axis) => u.valToPos(v, axis) + (axis === 'x' ? left : top);
    const plain = t => t.replace(/[&<>]/g, c => `&#${c.charCodeAt()};`), jobs = [...Array(last - first).keys()].map(i => i + first);
    const text = (x, y, words, more = '') => `<text x="${n(x)}" y="${n(y)}" fill="${this.css('--ink')}" ${more}>${plain(words)}</text>`;
    const path = (d, more) => `<path d="${d}" ${more}/>`, fill = name => `fill="${this.css(name)}"`;
    const squares = (list, g) => list.map(i => `M${n(at(s.times[i], 'x') - g / 2)},${n(at(this.y(s.waits[i]), 'y') - g / 2)}h${g}v${g}h${-g}z`).join('');
    const labels = [0, 1].map(k => u.axes[k]._splits.map((v, i) => [at(v, 'xy'[k]), u.axes[k]._values[i] ?? '']));
    const out = labels[0].map(([x, t]) => path(`M${n(x)},${n(top)}v${n(high)}`, `stroke="${this.css('--rule')}"`) + text(x, top + high + 18, t, 'text-anchor="middle"'));
    out.push(...labels[1].map(([y, t]) => path(`M${n(left)},${n(y)}h${n(wide)}`, `stroke="${this.css('--rule')}"`) + text(left - 6, y + 4, t, 'text-anchor="end"')));
    out.push(path(squares(jobs, this.grain()), `${fill('--soft')} opacity=".6"`));
    const missed = jobs.filter(i => lines[0]?.bounds[i] >= 0 && !this.covers(s.waits[i], lines[0].bounds[i]));
    out.push(path(squares(missed, this.grain() + 1.4), fill('--miss')));
    for (const l of lines) {
      const colour = `--c${l.style.colour}`, x = i => n(i < last ? Math.max(left, at(s.times[i], 'x')) : left + wide);
      const known = [...first > 0 && !l.varies ? [first - 1] : [], ...jobs].filter(i => l.bounds[i] >= 0);
      const y = i => n(at(this.y(l.bounds[i]), 'y'));
      if (l.varies) out.push(...known.map(i => path(l.style.marker, `transform="translate(${x(i)},${y(i)}) scale(${(this.grain() + 1) / 7})" ${fill(colour)}`)));
      else out.push(path(known.map(i => `M${x(i)},${y(i)}H${x(i + 1)}${l.bounds[i + 1] >= 0 && i + 1 < last ? `V${y(i + 1)}` : ''}`).join(''),
        `fill="none" stroke="${this.css(colour)}" stroke-width="2" stroke-dasharray="${l.style.dash ?? ''}"`));
    }
    const legend = [...this.root.querySelectorAll('#lines li')].map((li, i) => {
      const y = top + high + 44 + 18 * i, sign = li.querySelector('svg').innerHTML.replace(/var\((--\w+)\)/g, (_, name) => this.css(name));
      return `<g transform="translate(${n(left + 7)},${n(y - 4)})">${sign}</g>` + text(left + 22, y, li.textContent);
    });
    const height = n(top + high + 44 + 18 * legend.length);
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${u.width}" height="${height}" font-family="sans-serif" font-size="12">`
      + `<rect width="100%" height="100%" ${fill('--ground')}/>${[...out, ...legend].join('\n')}</svg>`;
  }

  // share describes what a method covers of the scored jobs of the days in view, which are counted over the whole series.
  share(l) {
    const {s} = this, day = t => Math.floor(t / 86400) - s.firstDay;
    const sum = counts => counts.slice(Math.max(0, day(this.from)), Math.max(0, day(this.to - 1) + 1)).reduce((a, b) => a + b, 0);
    const bounded = sum(l.bounded);
    if (!bounded) return ': no scored job with a bound on these days';
    return ` covers ${(100 * sum(l.covered) / bounded).toFixed(1)} % of ${tidy(bounded)} scored jobs on the days in view (target: ${+(100 * s.target).toFixed(3)} %)`;
  }
}

const plotRoot = document.getElementById('plot');
if (plotRoot && typeof DecompressionStream === 'undefined') plotRoot.replaceChildren('This browser is too old for the plot over time.');
else if (plotRoot) plotRoot.plot = new Plot(plotRoot);
