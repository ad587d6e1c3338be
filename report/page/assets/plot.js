// Bounds over time, drawn by uPlot. Across are seconds of the log; upwards, logarithms of waits and bounds, with a line of its own
// below them for zero.

// unpackNumbers undoes pack.go: differences in 7 bits to a byte, deflated, in base 64.
async function unpackNumbers(text, count) {
  const raw = new Uint8Array(await (await inflate(text)).arrayBuffer());
  const out = new Float64Array(count);
  let value = 0;
  for (let i = 0, at = 0; i < count; i++) {
    let n = 0, scale = 1; // numbers may be longer than the 32 bits of shifts
    for (;;) {
      const b = raw[at++];
      n += (b & 127) * scale;
      if (b < 128) break;
      scale *= 128;
    }
    value += n % 2 ? -(n + 1) / 2 : n / 2;
    out[i] = value;
  }
  return out;
}

// loadSeries unpacks the jobs of a series, and finds the first job of each stretch.
function loadSeries(s) {
  return s.loaded ??= (async () => {
    [s.ids, s.times, s.waits, s.sizes, s.places] = await Promise.all([s.id, s.submit, s.wait, s.procs, s.place].map(c => c && unpackNumbers(c, s.jobs)));
    s.places ||= Float64Array.from({length: s.jobs}, (_, i) => i);
    for (let i = 0; i < s.jobs; i++) { s.times[i] *= s.unit; s.waits[i] *= s.unit; }
    s.stretches = Math.ceil(s.of / s.stretch);
    s.starts = Array.from({length: s.stretches + 1}, (_, k) => Math.min(firstFrom(s.places, k * s.stretch), s.jobs - 1));
  })();
}

// loadLine unpacks what there is of the bounds of a method; -1 stands for none.
function loadLine(s, l) {
  return l.loaded ??= (async () => {
    const scale = a => a?.map(v => v < 0 ? v : v * s.unit);
    [l.bounds, l.lows, l.highs] = (await Promise.all([[l.bound, s.jobs], [l.low, s.stretches], [l.high, s.stretches]].map(([c, n]) => c && unpackNumbers(c, n)))).map(a => a ? scale(a) : undefined);
    [l.boundedIn, l.coveredIn] = await Promise.all([l.bounded, l.covered].map(c => unpackNumbers(c, s.stretches)));
  })();
}

// firstFrom gives the first of ascending numbers that is not below v.
function firstFrom(list, v) {
  let low = 0, high = list.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (list[mid] < v) low = mid + 1; else high = mid;
  }
  return low;
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

// Zone is the clock of a log. Local times are seconds of the log, shifted so that days begin at multiples of 86400.
class Zone {
  constructor(z) { Object.assign(this, z); }

  offset(unix) {
    let now = this.shifts[0][1];
    for (const [from, offset] of this.shifts) if (from <= unix) now = offset;
    return now;
  }

  local(t) { return this.dated ? t + this.start + this.offset(t + this.start) : t; }

  fromLocal(local) {
    if (!this.dated) return local;
    const guess = local - this.offset(local);
    return local - this.offset(guess) - this.start;
  }

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
const mostMarks = 1500; // jobs in view that have a mark for each bound that depends on the job

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

  get zone() { return this.zones[this.s.zone]; }
  get from() { return this.u.scales.x.min - this.shift; }
  get to() { return this.u.scales.x.max - this.shift; }
  get shift() { return this.zone.dated ? this.zone.start : 0; } // of times across

  listen() {
    this.zoneChoice?.addEventListener('change', e => this.choose(this.series.findIndex(s => s.zone === Number(e.target.value))));
    this.seriesChoice.addEventListener('change', e => this.choose(Number(e.target.value), this.on, [this.from, this.to]));
    this.monthChoice.addEventListener('change', e => { const m = this.months[e.target.value]; if (m) this.view(m.from, m.to); });
    this.root.querySelector('#plot-methods').addEventListener('change', async () => {
      this.on = [...this.root.querySelectorAll('#plot-methods :checked')].map(e => e.value);
      if (await this.load()) this.build(this.from, this.to);
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
    this.s = this.series[i];
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
    if (!await this.load()) return;
    this.months = this.zone.months(this.s.times[0], this.s.times[this.s.jobs - 1]);
    this.monthChoice.replaceChildren(new Option('', ''), ...this.months.map((m, k) => new Option(m.name, k)));
    const count = m => firstFrom(this.s.times, m.to) - firstFrom(this.s.times, m.from);
    const busiest = this.months.reduce((a, b) => count(b) > count(a) ? b : a);
    const fits = window && window[1] > window[0] && window[0] < this.s.times[this.s.jobs - 1] && window[1] > this.s.times[0];
    this.build(...fits ? window : [busiest.from, busiest.to]);
  }

  // load unpacks what is to be shown; it answers whether nothing else was asked for meanwhile.
  async load() {
    const {s} = this, lines = this.lines = s.lines.filter(l => this.on.includes(l.method));
    await loadSeries(s);
    await Promise.all(lines.map(l => loadLine(s, l)));
    return lines === this.lines;
  }

  // mark is the sign of a method, as in the chart above.
  mark(l) {
    const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg'), path = svg.appendChild(document.createElementNS(svg.namespaceURI, 'path'));
    svg.setAttribute('class', 'mark');
    svg.setAttribute('viewBox', '-7 -7 14 14');
    svg.setAttribute('aria-hidden', 'true');
    path.setAttribute('d', l.look.marker);
    path.setAttribute('fill', l.look.hollow ? 'var(--ground)' : `var(--c${l.look.colour})`);
    if (l.look.hollow) { path.setAttribute('stroke', `var(--c${l.look.colour})`); path.setAttribute('stroke-width', 1.6); }
    return svg;
  }

  css(name) { return getComputedStyle(this.chart).getPropertyValue(name).trim(); }
  size() { return {width: this.paper ? 680 : this.chart.clientWidth, height: this.chart.clientWidth < 600 ? 330 : 420}; }
  y(v) { return v === undefined || v < 0 ? null : v < this.least ? this.low : Math.log10(v); }
  covers(wait, bound) { return this.s.lower ? wait >= bound : wait <= bound; }
  inView() { return [firstFrom(this.s.times, this.from), firstFrom(this.s.times, this.to)]; }
  crowd() { const [first, last] = this.inView(); return last - first; }
  marked() { return this.crowd() <= mostMarks; }
  grain() { return this.crowd() < 400 ? 4 : this.crowd() < 5000 ? 2.4 : 2; }

  // build makes the plot anew.
  build(from, to) {
    const {s, lines} = this;
    this.least = s.unit < 1 ? 0.001 : 1;
    this.low = Math.log10(this.least) - 0.5;
    let longest = 60, highest = 0;
    for (const w of s.waits) longest = Math.max(longest, w);
    for (const l of lines) for (const b of l.bounds ?? l.highs) highest = Math.max(highest, Math.min(b, longest * 1000));
    this.high = Math.log10(Math.max(longest, highest) * 1.4);
    const waits = Array.from(s.waits, w => this.y(w)), x = Array.from(s.times, t => t + this.shift);
    const judge = lines.find(l => l.bounds);
    const missed = Array.from(s.waits, (w, i) => judge && judge.bounds[i] >= 0 && !this.covers(w, judge.bounds[i]) ? waits[i] : null);
    const none = {points: {show: false}, scale: 'y'};
    const data = [x, waits, missed], soft = this.css('--soft');
    const series = [{}, {...none, stroke: soft, fill: soft + '99', paths: (...a) => this.dots(this.grain(), ...a)}, {...none, fill: this.css('--miss'), paths: (...a) => this.dots(this.grain() + 1.4, ...a)}];
    for (const l of lines) {
      const colour = this.css(`--c${l.look.colour}`);
      const values = l.bounds ? Array.from(l.bounds, b => this.y(b)) : new Array(s.jobs).fill(null);
      if (!l.varies) series.push({...none, stroke: colour, width: 2, paths: uPlot.paths.stepped({align: 1})});
      else {
        data.push(new Array(s.jobs).fill(null));
        series.push({...none, stroke: colour + '99', width: 1, fill: colour + '2e', paths: u => l.bounds && this.marked() ? null : this.band(u, l)});
        series.push({...none, fill: colour, paths: (...a) => this.marked() ? this.dots(this.grain() + 2, ...a) : null});
      }
      data.push(values);
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

  // dots draws points that are squares; of those on the same pixel one is enough.
  dots(size, u, index, first, last) {
    const path = new Path2D(), px = uPlot.pxRatio, half = size * px / 2, seen = new Set(), [xs, ys] = [u.data[0], u.data[index]];
    for (let i = first; i <= last; i++) {
      if (ys[i] === null) continue;
      const x = Math.round(u.valToPos(xs[i], 'x', true)), y = Math.round(u.valToPos(ys[i], 'y', true)), at = x * 65536 + y;
      if (seen.has(at)) continue;
      seen.add(at);
      path.rect(x - half, y - half, size * px, size * px);
    }
    return {fill: path, stroke: null, clip: null, flags: 0};
  }

  // band draws the middle 80 % of the bounds of each stretch.
  band(u, l) {
    const path = new Path2D(), edges = new Path2D(), s = this.s, x = i => u.valToPos(s.times[i] + this.shift, 'x', true);
    for (let k = 0; k < s.stretches; k++) {
      if (l.lows[k] < 0) continue;
      const left = x(s.starts[k]), right = Math.max(left + 1, x(s.starts[k + 1])), high = u.valToPos(this.y(l.highs[k]), 'y', true), low = u.valToPos(this.y(l.lows[k]), 'y', true);
      path.rect(left, high, right - left, Math.max(1, low - high));
      for (const y of [high, low]) { edges.moveTo(left, y); edges.lineTo(right, y); }
    }
    return {fill: path, stroke: edges, clip: null, flags: 0};
  }

  view(from, to) {
    const first = this.s.times[0] - 3600, last = this.s.times[this.s.jobs - 1] + 3600, length = Math.min(Math.max(to - from, 600), last - first);
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
    const i = Math.min(Math.max(now >= first && now < last ? now + by : by > 0 ? first : last - 1, 0), this.s.jobs - 1);
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
    const line = make('p'), {s} = this, b = l.bounds?.[i], k = Math.floor(s.places[i] / s.stretch);
    line.append(this.mark(l), ` ${l.method}: `);
    if (!l.bounds && l.lows[k] >= 0) line.append(`bounds from ${span(l.lows[k])} to ${span(l.highs[k])} about then`);
    else if (!(b >= 0)) line.append('no bound');
    else line.append(`bound ${span(b)} `, this.covers(s.waits[i], b) ? make('span', '✓ within', 'hit') : make('span', '✗ outside', 'miss'));
    return line;
  }

  // moved tells what is in view, and keeps it in the address once the reader moved it.
  moved() {
    if (!this.u || !(this.u.scales.x.max > 0)) return;
    const {s, zone} = this, [first, last] = this.inView();
    let zeros = 0;
    for (let i = first; i < last; i++) zeros += s.waits[i] < this.least;
    const item = (mark, text) => { const li = make('li'); li.append(mark, text); return li; };
    const jobs = s.jobs < s.of ? `${tidy(last - first)} of the jobs` : `${tidy(last - first)} jobs`;
    const judge = this.lines.find(l => l.bounds);
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

  // share says what a method covers of the scored jobs in view: counted job by job where all are here, else of the stretches that
  // are wholly in view.
  share(l) {
    const {s} = this, [first, last] = this.inView();
    let bounded = 0, covered = 0, what = 'in view';
    if (l.bounds && s.jobs === s.of) {
      for (let i = Math.max(first, s.training); i < last; i++) {
        if (l.bounds[i] < 0) continue;
        bounded++;
        covered += this.covers(s.waits[i], l.bounds[i]);
      }
    } else if (first < last) {
      const from = Math.ceil(s.places[first] / s.stretch), to = last === s.jobs ? s.stretches : Math.floor((s.places[last - 1] + 1) / s.stretch);
      for (let k = from; k < to; k++) { bounded += l.boundedIn[k]; covered += l.coveredIn[k]; }
      if (first > 0 || last < s.jobs) what = 'in view, without those at its ends';
    }
    if (!bounded) return ': no scored job with a bound in view';
    return ` covers ${(100 * covered / bounded).toFixed(1)} % of ${tidy(bounded)} scored jobs ${what} (asked for: ${+(100 * s.target).toFixed(3)} %)`;
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
