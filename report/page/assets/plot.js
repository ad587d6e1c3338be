// The plot over time. Its window is from..to in seconds of the log; the axis of waits is logarithmic, with a line of its own for zero.

const hues = {
  light: ['#0060a8', '#b84300', '#00734f', '#93348f', '#7a5b00', '#0e7c8f', '#a3123a', '#444b54'],
  dark: ['#6cb6ff', '#ffa061', '#4fd6a3', '#e79fe0', '#e6c652', '#62d3e8', '#ff8ca0', '#c9d0d8'],
};
const dashes = [[], [7, 3], [2, 2.5], [9, 3, 2, 3]];
const dashNames = ['solid', 'dashed', 'dotted', 'dashed']; // in the legend
const edge = {left: 58, right: 12, top: 12, bottom: 26, zero: 22};

class Plot {
  constructor(root) {
    const data = JSON.parse(document.getElementById(root.dataset.source).textContent);
    this.root = root;
    this.zones = data.zones.map(z => new Zone(z));
    this.series = data.series;
    this.canvas = root.querySelector('canvas');
    this.lines = root.querySelector('#lines');
    this.readout = root.querySelector('#readout');
    this.live = root.querySelector('#plot-live');
    this.missed = root.querySelector('[name=missed]');
    this.date = root.querySelector('[name=date]');
    this.zoneIndex = 0;
    this.dark = matchMedia('(prefers-color-scheme: dark)');
    this.paper = false;
    this.picked = null; // the job in the readout: series and position
    this.listen();
  }

  get zone() { return this.zones[this.zoneIndex]; }

  listen() {
    this.root.addEventListener('change', e => {
      if (e.target.name === 'zone') this.setZone(Number(e.target.value));
      else if (e.target.name === 'date') this.goTo(e.target.value);
      else if (e.target.name === 'missed') this.redraw();
      else this.choose();
    });
    this.root.addEventListener('click', e => {
      const what = e.target.closest('[data-do]');
      if (what) this.act(what.dataset.do);
    });
    this.canvas.addEventListener('keydown', e => this.key(e));
    new Pointer(this);
    new ResizeObserver(() => this.redraw()).observe(this.canvas);
    this.dark.addEventListener('change', () => this.redraw());
    addEventListener('beforeprint', () => { this.paper = true; this.draw(); });
    addEventListener('afterprint', () => { this.paper = false; this.draw(); });
  }

  setZone(i) {
    this.zoneIndex = i;
    const here = this.series.filter(s => s.zone === i);
    this.root.querySelectorAll('[name=series]').forEach((tick, k) => {
      tick.parentNode.hidden = this.series[k].zone !== i;
      tick.checked = this.series[k] === here[0];
    });
    const first = here[0].lines.slice(0, 2).map(l => l.method);
    for (const tick of this.root.querySelectorAll('[name=method]')) {
      tick.parentNode.hidden = !here.some(s => s.lines.some(l => l.method === tick.value));
      tick.checked = first.includes(tick.value);
    }
    this.from = undefined;
    return this.choose();
  }

  // choose takes over which series and methods are ticked, and unpacks what is new.
  async choose() {
    const ticked = name => [...this.root.querySelectorAll(`[name=${name}]:checked`)].map(e => e.value);
    const methods = ticked('method');
    const series = ticked('series').map(i => this.series[i]);
    const curves = [];
    for (const s of series) {
      for (const m of methods) {
        const l = s.lines.find(l => l.method === m);
        if (l) curves.push({s, l});
      }
    }
    await Promise.all([...series.map(loadSeries), ...curves.map(c => loadLine(c.s, c.l))]);
    this.shown = series;
    this.curves = curves.map((c, i) => ({...c, i}));
    if (this.picked && !series.includes(this.picked.s)) this.picked = null;
    this.setMissed(methods);
    this.setExtent();
    this.draw();
    this.tell();
  }

  setMissed(methods) {
    const before = this.missed.value;
    const options = [['', 'no method'], ...methods.map(m => [m, m])].map(([value, text]) => new Option(text, value));
    this.missed.replaceChildren(...options);
    this.missed.value = methods.includes(before) ? before : this.touched && before === '' ? '' : methods[0] ?? '';
    this.touched = true;
  }

  // setExtent finds the ends of both axes.
  setExtent() {
    let {first, last} = this.zone, low = Infinity, high = 0;
    const positive = v => { if (v > 0) { if (v < low) low = v; if (v > high) high = v; } };
    for (const s of this.series) {
      if (s.zone !== this.zoneIndex || !s.times) continue;
      s.waits.forEach(positive);
    }
    const longest = high || 1;
    for (const c of this.curves) c.l.bounds.forEach(v => positive(Math.min(v, longest * 1000)));
    if (last - first < 3600) last = first + 3600;
    const pad = (last - first) / 100;
    this.extent = {first: first - pad, last: last + pad, low: Math.min(low, 1), high: Math.max(high * 1.3, 100)};
    if (this.from === undefined) { this.from = this.extent.first; this.to = this.extent.last; }
    this.root.querySelector('#goto').hidden = !this.zone.dated;
  }

  // setWindow moves and zooms within the log, down to a minute.
  setWindow(from, to) {
    const {first, last} = this.extent;
    const width = Math.min(Math.max(to - from, 60), last - first);
    const middle = (from + to) / 2;
    this.from = Math.min(Math.max(middle - width / 2, first), last - width);
    this.to = this.from + width;
    this.redraw();
  }

  zoom(factor, at = (this.from + this.to) / 2) {
    this.setWindow(at - (at - this.from) * factor, at + (this.to - at) * factor);
  }

  pan(share) {
    const by = (this.to - this.from) * share;
    this.setWindow(this.from + by, this.to + by);
  }

  // period shows the day or month of the picked job if it is in view, else of the middle.
  period(month) {
    const t = this.picked && this.inView(this.timeOfPicked()) ? this.timeOfPicked() : (this.from + this.to) / 2;
    const local = this.zone.local(t);
    let begin = Math.floor(local / 86400) * 86400, end = begin + 86400;
    if (month && this.zone.dated) {
      const d = new Date(local * 1000);
      begin = Date.UTC(d.getUTCFullYear(), d.getUTCMonth(), 1) / 1000;
      end = Date.UTC(d.getUTCFullYear(), d.getUTCMonth() + 1, 1) / 1000;
    } else if (month) {
      begin = Math.floor(local / 2592000) * 2592000;
      end = begin + 2592000;
    }
    this.setWindow(this.zone.fromLocal(begin), this.zone.fromLocal(end));
  }

  goTo(text) {
    const [y, m, d] = text.split('-').map(Number);
    if (!d) return;
    const begin = Date.UTC(y, m - 1, d) / 1000;
    this.setWindow(this.zone.fromLocal(begin), this.zone.fromLocal(begin + 86400));
  }

  act(what) {
    switch (what) {
      case 'earlier': return this.pan(-0.5);
      case 'later': return this.pan(0.5);
      case 'in': return this.zoom(0.5);
      case 'out': return this.zoom(2);
      case 'day': return this.period(false);
      case 'month': return this.period(true);
      case 'all': return this.setWindow(this.extent.first, this.extent.last);
      case 'before': return this.step(-1);
      case 'next': return this.step(1);
    }
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const acts = {
      ArrowLeft: () => e.shiftKey ? this.step(-1) : this.pan(-0.15),
      ArrowRight: () => e.shiftKey ? this.step(1) : this.pan(0.15),
      '+': () => this.zoom(0.6), '=': () => this.zoom(0.6), '-': () => this.zoom(1 / 0.6), '−': () => this.zoom(1 / 0.6),
      d: () => this.act('day'), m: () => this.act('month'), a: () => this.act('all'),
    };
    const act = acts[e.key] ?? acts[e.key.toLowerCase()];
    if (!act) return;
    e.preventDefault();
    act();
  }

  timeOfPicked() { return this.picked.s.times[this.picked.i]; }
  inView(t) { return t >= this.from && t <= this.to; }

  // step picks the next job of the series, or the first in view.
  step(by) {
    const s = this.picked?.s ?? this.shown[0];
    if (!s || !s.jobs) return;
    let i;
    if (this.picked && this.inView(this.timeOfPicked())) i = this.picked.i + by;
    else i = by > 0 ? firstFrom(s.times, this.from) : firstFrom(s.times, this.to) - 1;
    i = Math.min(Math.max(i, 0), s.jobs - 1);
    this.picked = {s, i};
    const t = s.times[i];
    if (!this.inView(t)) this.setWindow(t - (this.to - this.from) / 2, t + (this.to - this.from) / 2);
    this.redraw();
    this.tell();
    this.live.textContent = this.readout.innerText.replace(/\s+/g, ' ');
  }

  // pickAt picks the job drawn nearest to a place, within reach of a finger.
  pickAt(x, y) {
    const reach = 26, axis = this.axis;
    if (!axis) return;
    let best = null, least = reach * reach;
    for (const s of this.shown) {
      const last = firstFrom(s.times, axis.time(x + reach));
      for (let i = firstFrom(s.times, axis.time(x - reach)); i < last; i++) {
        const dx = axis.x(s.times[i]) - x, dy = axis.y(s.waits[i]) - y, d = dx * dx + dy * dy;
        if (d < least) { least = d; best = {s, i}; }
      }
    }
    if (!best || this.picked && best.s === this.picked.s && best.i === this.picked.i) return;
    this.picked = best;
    this.redraw();
    this.tell();
  }

  covers(s, wait, bound) { return s.lower ? wait >= bound : wait <= bound; }

  // tell writes the picked job and its bounds into the readout.
  tell() {
    if (!this.picked) return;
    const {s, i} = this.picked;
    const part = (tag, text, name) => Object.assign(document.createElement(tag), {textContent: text, className: name ?? ''});
    const head = part('p', '');
    head.append(part('b', `Job ${s.ids[i]}`), ` of ${this.nameOf(s)}${s.sizes[i] > 0 ? `, ${s.sizes[i]} processor${s.sizes[i] > 1 ? 's' : ''}` : ''}, submitted ${this.zone.text(s.times[i])}`);
    const wait = part('p', 'waited ');
    wait.append(part('b', span(s.waits[i])), i < s.training ? '; it trains the methods and is not scored' : '');
    const list = part('ul', '');
    for (const c of this.curves) {
      if (c.s !== s) continue;
      const item = part('li', ''), swatch = part('i', ''), b = c.l.bounds[i];
      swatch.style.background = this.hue(c.i);
      item.append(swatch, `${c.l.method}: `);
      if (b < 0) item.append('no bound');
      else {
        const hit = this.covers(s, s.waits[i], b);
        item.append(`bound ${span(b)} `, part('span', hit ? '✓ within' : '✗ outside', hit ? 'hit' : 'miss'));
      }
      list.append(item);
    }
    this.readout.replaceChildren(head, wait, list);
  }

  nameOf(s) { return this.root.querySelectorAll('[name=series]')[this.series.indexOf(s)].parentNode.textContent.trim(); }

  get bright() { return this.paper || !this.dark.matches; }
  hue(i) { const h = hues[this.bright ? 'light' : 'dark']; return h[i % h.length]; }

  redraw() {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => { this.waiting = false; this.draw(); });
  }

  draw() {
    if (!this.extent) return;
    const box = this.canvas.getBoundingClientRect();
    if (!box.width || !box.height) return;
    const scale = devicePixelRatio || 1;
    const w = Math.round(box.width * scale), h = Math.round(box.height * scale);
    if (this.canvas.width !== w || this.canvas.height !== h) { this.canvas.width = w; this.canvas.height = h; }
    const g = this.canvas.getContext('2d');
    g.setTransform(scale, 0, 0, scale, 0, 0);
    this.axis = new Axis(this, box.width, box.height);
    new Painter(this, g, this.axis).paint();
    this.legend();
  }

  // legend names the lines, with the share of the jobs in view that each covers.
  legend() {
    const items = [];
    const add = (color, name, dot, dash = 'solid') => {
      const item = document.createElement('li'), mark = document.createElement('i');
      if (dot) { mark.className = 'dot'; mark.style.background = color; } else mark.style.borderTop = `3px ${dash} ${color}`;
      item.append(mark, name);
      items.push(item);
    };
    let jobs = 0, zeros = 0;
    for (const s of this.shown) {
      const first = firstFrom(s.times, this.from), last = firstFrom(s.times, this.to);
      jobs += last - first;
      for (let i = first; i < last; i++) zeros += s.waits[i] === 0;
    }
    add(this.pointColor(0), `waits of ${jobs} jobs, ${zeros} of them 0 s, ${this.zone.text(this.from)} to ${this.zone.text(this.to)}`, true);
    for (const c of this.curves) add(this.hue(c.i), this.describe(c), false, dashNames[c.i % dashNames.length]);
    this.lines.replaceChildren(...items);
  }

  describe({s, l}) {
    let bounded = 0, covered = 0, above = 0;
    const last = firstFrom(s.times, this.to);
    for (let i = Math.max(firstFrom(s.times, this.from), s.training); i < last; i++) {
      const b = l.bounds[i];
      if (b < 0) continue;
      bounded++;
      if (this.covers(s, s.waits[i], b)) covered++;
      if (b > this.extent.high) above++;
    }
    let text = `${this.shown.length > 1 ? this.nameOf(s) + ': ' : ''}${l.method}`;
    text += bounded ? ` covers ${(100 * covered / bounded).toFixed(1)} % of ${bounded} scored jobs in view (asked for: ${+(100 * s.target).toFixed(3)} %)` : ': no scored job in view';
    return above ? `${text}; ${above} bounds are above the plot` : text;
  }

  pointColor(k) {
    if (this.shown.length > 1) return this.hue(this.curves.find(c => c.s === this.shown[k])?.i ?? k);
    return this.bright ? '#6a737d' : '#98a2ad';
  }
}
