// Bounds over time, drawn by uPlot. Across are seconds of the log; upwards, logarithms of waits and bounds, with a line of its own
// below them for zero.

// loadSeries unpacks the jobs of a series and the bounds of its methods; -1 stands for no bound.
function loadSeries(s) {
  return s.loaded ??= inflate(s.data).then(data => data.text()).then(text => Object.assign(s, JSON.parse(text)));
}

// firstFrom returns the index of the first of ascending numbers that is not below v.
function firstFrom(list, v) {
  const i = list.findIndex(x => x >= v);
  return i < 0 ? list.length : i;
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

// Zone is the clock of a log. Local times are seconds of the log, shifted so that days begin at multiples of 86400.
class Zone {
  constructor(z) { Object.assign(this, z); }
  offset(unix) { return (this.shifts.findLast(([from]) => from <= unix) ?? this.shifts[0])[1]; }
  local(t) { return this.dated ? t + this.start + this.offset(t + this.start) : t; }
  fromLocal(local) { return this.dated ? local - this.offset(local - this.offset(local)) - this.start : local; }

  // date is a Date whose local parts are those of the machine's time.
  date(t) {
    const d = new Date(this.local(t) * 1000);
    return new Date(d.getUTCFullYear(), d.getUTCMonth(), d.getUTCDate(), d.getUTCHours(), d.getUTCMinutes(), d.getUTCSeconds());
  }

  text(t) {
    const local = this.local(t), d = new Date(local * 1000), clock = d.toISOString().slice(11, 19);
    return this.dated ? `${d.getUTCDate()} ${monthNames[d.getUTCMonth()]} ${d.getUTCFullYear()}, ${clock}` : `day ${Math.floor(local / 86400)}, ${clock}`;
  }

  // months lists the months from one time to another, or parts of 30 days without dates.
  months(first, last) {
    const list = [];
    const d = new Date(this.local(first) * 1000);
    for (let k = 0; ; k++) {
      const at = n => this.dated ? this.fromLocal(Date.UTC(d.getUTCFullYear(), d.getUTCMonth() + n, 1) / 1000) : (Math.floor(first / 2592000) + n) * 2592000;
      const from = at(k), local = new Date(this.local(from) * 1000);
      if (from > last) return list;
      list.push({from, to: at(k + 1), name: this.dated ? `${monthNames[local.getUTCMonth()]} ${local.getUTCFullYear()}` : `days from ${from / 86400}`});
    }
  }
}

const timeUnits = [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]];
const tidy = n => n.toLocaleString('en');

// span writes seconds in the two largest units that they have.
function span(seconds) {
  if (seconds < 60) return `${+seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
  const k = timeUnits.findIndex(u => seconds >= u[1]);
  const [name, size] = timeUnits[k], [less, part] = timeUnits[k + 1];
  const rest = Math.floor(seconds % size / part);
  return `${tidy(Math.floor(seconds / size))} ${name}${rest ? ` ${rest} ${less}` : ''}`;
}

const spanTicks = [0.001, 0.01, 0.1, 1, 10, 60, 600, 3600, 6 * 3600, 86400, 7 * 86400, 30 * 86400, 365 * 86400, 3650 * 86400, 36500 * 86400];

class Plot {
  constructor(root) {
    const data = JSON.parse(document.getElementById('series-data').textContent);
    Object.assign(this, {root, zones: data.zones.map(z => new Zone(z)), series: data.series, on: []});
    for (const name of ['zone', 'series', 'month']) this[`${name}Choice`] = root.querySelector(`[name=${name}]`);
    this.chart = root.querySelector('#chart');
    this.dot = make('div', '', 'pick');
    const here = this.series.findIndex(s => s.label === state.get('series') && (!state.has('log') || this.zones[s.zone].trace === state.get('log')));
    this.listen();
    this.ready = this.choose(Math.max(here, 0), state.get('m')?.split(','), state.has('from') && [Number(state.get('from')), Number(state.get('to'))]);
    if (here >= 0) root.closest('section').scrollIntoView();
  }

  get lines() { return this.s.lines.filter(l => this.on.includes(l.method)); }
  get zone() { return this.zones[this.s.zone]; }
  get from() { return this.u.scales.x.min - this.shift; }
  get to() { return this.u.scales.x.max - this.shift; }
  get shift() { return this.zone.dated ? this.zone.start : 0; } // of times across

  listen() {
    this.zoneChoice?.addEventListener('change', e => this.choose(this.series.findIndex(s => s.zone === Number(e.target.value))));
    this.seriesChoice.addEventListener('change', e => this.choose(Number(e.target.value), this.on, [this.from, this.to]));
    this.monthChoice.addEventListener('change', e => { const m = this.months[e.target.value]; if (m) this.view(m.from, m.to); });
    this.root.querySelector('#plot-methods').addEventListener('change', () => {
      this.on = [...this.root.querySelectorAll('#plot-methods :checked')].map(e => e.value);
      this.build(this.from, this.to);
    });
    this.root.addEventListener('click', e => this.act(e.target.closest('[data-do]')?.dataset.do));
    this.chart.addEventListener('keydown', e => this.key(e));
    new ResizeObserver(() => { if (this.u && !this.paper && this.chart.clientWidth !== this.u.width) this.u.setSize(this.size()); }).observe(this.chart);
    const again = () => { if (this.u) this.build(this.from, this.to); };
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', again);
    for (const [event, paper] of [['beforeprint', true], ['afterprint', false]]) {
      addEventListener(event, () => { this.chart.classList.toggle('paper', paper); this.paper = paper; again(); });
    }
  }

  // choose shows a series, with methods that it has or its first, in a window or its busiest month.
  async choose(i, methods, window) {
    const s = this.wanted = this.series[i];
    await loadSeries(s);
    if (this.wanted !== s) return; // another one was chosen
    this.s = s;
    this.seriesChoice.replaceChildren(...this.series.flatMap((s, k) => s.zone === this.s.zone ? [new Option(s.label, k, k === i, k === i)] : []));
    if (this.zoneChoice) this.zoneChoice.value = this.s.zone;
    const has = (methods ?? []).filter(m => this.s.lines.some(l => l.method === m));
    this.on = has.length ? has : this.s.lines.slice(0, 1).map(l => l.method);
    this.root.querySelector('#plot-methods').replaceChildren(...this.s.lines.map(l => {
      const label = make('label'), tick = make('input');
      Object.assign(tick, {type: 'checkbox', name: 'm', value: l.method, checked: this.on.includes(l.method)});
      label.append(tick, this.mark(l), l.method);
      return label;
    }));
    this.months = this.zone.months(this.s.times[0], this.s.times.at(-1));
    this.monthChoice.replaceChildren(new Option('', ''), ...this.months.map((m, k) => new Option(m.name, k)));
    const count = m => firstFrom(this.s.times, m.to) - firstFrom(this.s.times, m.from);
    const busiest = this.months.reduce((a, b) => count(b) > count(a) ? b : a);
    const fits = window && window[1] > window[0] && window[0] < this.s.times.at(-1) && window[1] > this.s.times[0];
    this.build(...fits ? window : [busiest.from, busiest.to]);
  }

  // mark returns the sign of a method, as in the chart above.
  mark(l) {
    const t = make('template');
    t.innerHTML = `<svg class="mark" viewBox="-7 -7 14 14" aria-hidden="true"><path d="${l.style.marker}" fill="var(--c${l.style.colour})"/></svg>`;
    return t.content.firstChild;
  }

  css(name) { return getComputedStyle(this.chart).getPropertyValue(name).trim(); }
  size() { return {width: this.paper ? 680 : this.chart.clientWidth, height: this.chart.clientWidth < 600 ? 330 : 420}; }
  y(v) { return v === undefined || v < 0 ? null : v < this.least ? this.low : Math.log10(v); }
  covers(wait, bound) { return this.s.lower ? wait >= bound : wait <= bound; }
  inView() { return [firstFrom(this.s.times, this.from), firstFrom(this.s.times, this.to)]; }
  grain() { const [first, last] = this.inView(); return last - first < 400 ? 4 : 2.4; }

  // build makes the plot anew.
  build(from, to) {
    const {s, lines} = this;
    this.least = 1 / s.scale;
    this.low = Math.log10(this.least) - 0.5;
    const longest = Math.max(60, ...s.waits);
    this.high = Math.log10(Math.max(longest, ...lines.flatMap(l => l.bounds.map(b => Math.min(b, longest * 1000)))) * 1.4);
    const waits = s.waits.map(w => this.y(w)), x = s.times.map(t => t + this.shift);
    const judge = lines[0];
    const missed = s.waits.map((w, i) => judge && judge.bounds[i] >= 0 && !this.covers(w, judge.bounds[i]) ? waits[i] : null);
    const none = {points: {show: false}, scale: 'y'};
    const data = [x, waits, missed], soft = this.css('--soft');
    const series = [{}, {...none, stroke: soft, fill: soft + '99', paths: (...a) => this.dots(this.grain(), ...a)}, {...none, fill: this.css('--miss'), paths: (...a) => this.dots(this.grain() + 1.4, ...a)}];
    for (const l of lines) {
      const colour = this.css(`--c${l.style.colour}`);
      series.push(l.varies ? {...none, fill: colour, paths: (...a) => this.dots(this.grain() + 1, ...a)} : {...none, stroke: colour, width: 2, paths: uPlot.paths.stepped({align: 1})});
      data.push(l.bounds.map(b => this.y(b)));
    }
    const axis = {stroke: () => soft, grid: {stroke: () => this.css('--rule'), width: 1}, ticks: {stroke: () => this.css('--rule'), width: 1}, font: '12px system-ui, sans-serif'};
    const dates = {values: (u, list, axis, space, step) => list.map((t, i) => this.tick(t - this.shift, step, i))};
    const days = {incrs: [3600, 21600, 86400, 7 * 86400, 30 * 86400, 100 * 86400, 365 * 86400], values: (u, list) => list.map(t => `day ${+(t / 86400).toFixed(2)}`)};
    const ticks = spanTicks.filter(t => t >= this.least && Math.log10(t) < this.high);
    this.u?.destroy();
    this.u = new uPlot({
      ...this.size(), series, tzDate: t => this.zone.date(t - this.shift), legend: {show: false}, padding: [8, 30, 0, 0],
      scales: {x: {time: this.zone.dated, min: from + this.shift, max: to + this.shift, auto: false}, y: {range: () => [this.low - 0.2, this.high]}},
      axes: [{...axis, ...this.zone.dated ? dates : days},
        {...axis, size: 62, splits: () => [this.low, ...ticks.map(Math.log10)], values: () => ['0', ...ticks.map(t => span(t).split(' ').slice(0, 2).join(' '))]}],
      cursor: {points: {show: false}, y: false, drag: {x: true, y: false, setScale: true, dist: 6}},
      hooks: {setScale: [(u, key) => { if (key === 'x') this.moved(); }], setCursor: [u => this.point(u)]},
    }, data, this.chart);
    this.u.over.append(this.dot);
    this.dot.hidden = true;
    this.fingers();
    this.moved();
  }

  // tick names a time on the axis: clock, day, month or year.
  tick(t, step, i) {
    const d = new Date(this.zone.local(t + 1) * 1000), month = monthNames[d.getUTCMonth()], first = i === 0 || d.getUTCMonth() + d.getUTCDate() === 1;
    if (step >= 28 * 86400) return step > 300 * 86400 ? `${d.getUTCFullYear()}` : first ? `${month} ${d.getUTCFullYear()}` : month;
    const clock = d.toISOString().slice(11, 16);
    return step >= 86400 || clock === '00:00' ? `${d.getUTCDate()} ${month}${first && step >= 86400 ? ` ${d.getUTCFullYear()}` : ''}` : clock;
  }

  // dots draws points that are squares.
  dots(size, u, index, first, last) {
    const path = new Path2D(), side = size * uPlot.pxRatio, [xs, ys] = [u.data[0], u.data[index]];
    for (let i = first; i <= last; i++) {
      if (ys[i] !== null) path.rect(u.valToPos(xs[i], 'x', true) - side / 2, u.valToPos(ys[i], 'y', true) - side / 2, side, side);
    }
    return {fill: path, stroke: null, clip: null, flags: 0};
  }

  view(from, to) {
    const first = this.s.times[0] - 3600, last = this.s.times.at(-1) + 3600, length = Math.min(Math.max(to - from, 600), last - first);
    from = Math.min(Math.max(from, first), last - length);
    this.u.setScale('x', {min: from + this.shift, max: from + length + this.shift});
  }

  zoom(by, at = (this.from + this.to) / 2) { this.view(at - (at - this.from) * by, at + (this.to - at) * by); }
  pan(by) { const d = by * (this.to - this.from); this.view(this.from + d, this.to + d); }

  act(what) {
    const {from, to} = this;
    switch (what) {
      case 'earlier': return this.pan(-0.5);
      case 'later': return this.pan(0.5);
      case 'in': return this.zoom(0.5);
      case 'out': return this.zoom(2);
      case 'all': return this.view(-Infinity, Infinity);
      case 'day': case 'month': {
        const middle = (from + to) / 2, local = this.zone.local(middle), day = this.zone.fromLocal(local - local % 86400);
        const month = what === 'month' && this.months.find(m => m.to > middle);
        return month ? this.view(month.from, month.to) : this.view(day, day + 86400);
      }
    }
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const acts = {ArrowLeft: () => e.shiftKey ? this.step(-1) : this.pan(-0.2), ArrowRight: () => e.shiftKey ? this.step(1) : this.pan(0.2),
      '+': () => this.zoom(0.6), '=': () => this.zoom(0.6), '-': () => this.zoom(1 / 0.6), d: () => this.act('day'), m: () => this.act('month'), a: () => this.act('all')};
    const act = acts[e.key] ?? acts[e.key.toLowerCase()];
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
    if (!(left >= 0) || !this.s) { if (this.picked !== undefined && !this.chart.matches(':focus-visible')) this.pick(); return; }
    let best, least = reach * reach;
    const at = x => u.posToVal(x, 'x') - this.shift;
    for (let i = firstFrom(this.s.times, at(left - reach)), last = firstFrom(this.s.times, at(left + reach)); i < last; i++) {
      const dx = this.left(i) - left, dy = this.top(i) - top, d = dx * dx + dy * dy;
      if (d < least) { least = d; best = i; }
    }
    this.pick(best, u.over.getBoundingClientRect().left + left, u.over.getBoundingClientRect().top + top);
  }

  left(i) { return this.u.valToPos(this.s.times[i] + this.shift, 'x'); }
  top(i) { return this.u.valToPos(this.y(this.s.waits[i]), 'y'); }

  // pick marks a job and tells of it at a place on the screen.
  pick(i, x, y) {
    this.picked = i;
    this.dot.hidden = i === undefined;
    if (i === undefined) return hideTip();
    this.dot.style.transform = `translate(${this.left(i)}px,${this.top(i)}px)`;
    const box = this.u.over.getBoundingClientRect(), {s} = this;
    const head = make('p'), wait = make('p', 'waited ');
    head.append(make('b', `Job ${s.ids[i]}`), `${s.sizes[i] > 0 ? `, ${tidy(s.sizes[i])} processor${s.sizes[i] > 1 ? 's' : ''}` : ''}, ${this.zone.text(s.times[i])}`);
    wait.append(make('b', span(s.waits[i])), i < s.training ? '; it trains the methods and is not scored' : '');
    showTip([head, wait, ...this.lines.map(l => this.told(l, i))], x ?? box.left + this.left(i), y ?? box.top + this.top(i));
  }

  // told is a line on the bound of a job.
  told(l, i) {
    const line = make('p'), {s} = this, b = l.bounds[i];
    line.append(this.mark(l), ` ${l.method}: `);
    if (!(b >= 0)) line.append('no bound');
    else line.append(`bound ${span(b)} `, this.covers(s.waits[i], b) ? make('span', '✓ within', 'hit') : make('span', '✗ outside', 'miss'));
    return line;
  }

  // moved tells what is in view, and keeps it in the address once the reader moved it.
  moved() {
    if (!this.u || !(this.u.scales.x.max > 0)) return;
    const {s, zone} = this, [first, last] = this.inView();
    const zeros = s.waits.slice(first, last).filter(w => w < this.least).length;
    const item = (mark, text) => { const li = make('li'); li.append(mark, text); return li; };
    const jobs = s.jobs < s.of ? `${tidy(last - first)} of the jobs` : `${tidy(last - first)} jobs`;
    const judge = this.lines[0];
    const list = [item(make('i', '', 'wait'), `waits of ${jobs}, ${tidy(zeros)} of them less than ${this.least} s, ${zone.text(this.from)} to ${zone.text(this.to)}`)];
    if (judge) list.push(item(make('i', '', 'wait missed'), `outside the bound of ${judge.method}`));
    this.root.querySelector('#lines').replaceChildren(...list, ...this.lines.map(l => item(this.mark(l), l.method + this.share(l))));
    const month = this.months.findIndex(m => Math.abs(m.from - this.from) < 3600 && Math.abs(m.to - this.to) < 3600);
    this.monthChoice.value = month < 0 ? '' : month;
    if (this.shownBefore) {
      clearTimeout(this.later);
      this.later = setTimeout(() => remember({log: this.zones.length > 1 ? zone.trace : '', series: s.label, m: this.on.join(','), from: Math.round(this.from), to: Math.round(this.to)}), 200);
    }
    this.shownBefore = true;
  }

  // share returns what a method covers of the scored jobs of the days in view, which are counted over the whole series.
  share(l) {
    const {s, zone} = this, day = t => Math.floor(zone.local(t) / 86400) - s.firstDay, last = day(this.to - 1);
    const sum = counts => counts.slice(Math.max(0, day(this.from)), Math.max(0, last + 1)).reduce((a, b) => a + b, 0);
    const bounded = sum(l.bounded), covered = sum(l.covered);
    if (!bounded) return ': no scored job with a bound on these days';
    return ` covers ${(100 * covered / bounded).toFixed(1)} % of ${tidy(bounded)} scored jobs on the days in view (target: ${+(100 * s.target).toFixed(3)} %)`;
  }

  // fingers moves the plot by touch, and zooms it by the wheel where it was clicked before or Ctrl is held, so that the page still
  // scrolls past it.
  fingers() {
    const over = this.u.over, down = new Map(), perPixel = () => (this.to - this.from) / over.clientWidth;
    over.addEventListener('pointerdown', e => { this.chart.focus({preventScroll: true}); if (e.pointerType === 'touch') down.set(e.pointerId, e.clientX); });
    over.addEventListener('pointermove', e => {
      if (!down.has(e.pointerId)) return;
      const before = [...down.values()], by = down.get(e.pointerId) - e.clientX;
      down.set(e.pointerId, e.clientX);
      const after = [...down.values()], gap = p => Math.max(Math.abs(p[0] - p[1]), 12);
      if (down.size === 1) this.view(this.from + by * perPixel(), this.to + by * perPixel());
      else this.zoom(gap(before) / gap(after), this.from + ((after[0] + after[1]) / 2 - over.getBoundingClientRect().left) * perPixel());
    });
    for (const end of ['pointerup', 'pointercancel']) over.addEventListener(end, e => down.delete(e.pointerId));
    over.addEventListener('wheel', e => {
      if (!e.ctrlKey && document.activeElement !== this.chart) return;
      e.preventDefault();
      const at = this.from + (e.clientX - over.getBoundingClientRect().left) * perPixel();
      this.zoom(Math.exp(Math.max(-120, Math.min(120, e.deltaY * (e.deltaMode === 1 ? 24 : 1))) / 250), at);
    }, {passive: false});
  }
}

const plotRoot = document.getElementById('plot');
if (plotRoot && typeof DecompressionStream === 'undefined') plotRoot.replaceChildren('This browser is too old for the plot over time.');
else if (plotRoot) plotRoot.plot = new Plot(plotRoot);
