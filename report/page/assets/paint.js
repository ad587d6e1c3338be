// Axis turns times and waits into places on the canvas and back.
class Axis {
  constructor(plot, width, height) {
    Object.assign(this, {from: plot.from, to: plot.to, width, height});
    this.left = edge.left;
    this.right = width - edge.right;
    this.top = edge.top;
    this.zero = height - edge.bottom - 6;
    this.bottom = this.zero - edge.zero + 6;
    this.low = Math.log(plot.extent.low);
    this.high = Math.log(plot.extent.high);
    this.perSecond = (this.right - this.left) / (this.to - this.from);
  }

  x(t) { return this.left + (t - this.from) * this.perSecond; }
  time(x) { return this.from + (x - this.left) / this.perSecond; }

  y(v) {
    if (v <= 0) return this.zero;
    const share = (Math.log(v) - this.low) / (this.high - this.low);
    return this.bottom - Math.min(Math.max(share, 0), 1) * (this.bottom - this.top);
  }
}

const spanTicks = [0.001, 0.01, 0.1, 1, 10, 60, 600, 3600, 6 * 3600, 86400, 7 * 86400, 30 * 86400, 365 * 86400, 10 * 365 * 86400, 100 * 365 * 86400];
const steps = [60, 300, 600, 1800, 3600, 3 * 3600, 6 * 3600, 12 * 3600, 86400, 2 * 86400, 7 * 86400, 14 * 86400];
const monthSteps = [1, 3, 6, 12, 24, 60, 120];

// timeTicks gives places and texts for the axis of time, not closer than room pixels.
function timeTicks(plot, axis, room) {
  const zone = plot.zone, begin = zone.local(axis.from), end = zone.local(axis.to);
  const least = (end - begin) * room / (axis.right - axis.left);
  const list = [];
  const add = (local, text) => {
    const x = axis.x(zone.fromLocal(local));
    if (x >= axis.left && x <= axis.right) list.push({x, text});
  };
  const step = steps.find(s => s >= least);
  if (step || !zone.dated) {
    const size = step ?? Math.ceil(least / 86400 / 50) * 50 * 86400;
    for (let t = Math.ceil(begin / size) * size; t <= end; t += size) {
      const midnight = t % 86400 === 0;
      if (!zone.dated) add(t, midnight ? `day ${t / 86400}` : clock(t));
      else add(t, midnight ? dateText(t, size >= 86400 && list.length === 0) : clock(t));
    }
    return list;
  }
  const months = monthSteps.find(m => m * 2629800 >= least) ?? 120;
  const first = new Date(begin * 1000);
  for (let m = Math.ceil((first.getUTCFullYear() * 12 + first.getUTCMonth()) / months) * months; ; m += months) {
    const local = Date.UTC(Math.floor(m / 12), m % 12, 1) / 1000;
    if (local > end) return list;
    const year = Math.floor(m / 12);
    add(local, months >= 12 ? String(year) : `${monthNames[m % 12]} ${m % 12 === 0 || list.length === 0 ? year : ''}`.trim());
  }
}

// Painter draws the plot.
class Painter {
  constructor(plot, g, axis) {
    Object.assign(this, {plot, g, axis});
    const style = getComputedStyle(plot.root), colour = name => style.getPropertyValue(name).trim();
    this.ink = plot.paper ? '#000000' : colour('--ink');
    this.soft = plot.paper ? '#444444' : colour('--soft');
    this.rule = plot.paper ? '#cccccc' : colour('--rule');
    this.ground = plot.paper ? '#ffffff' : colour('--ground');
    this.bad = plot.bright ? '#d0021b' : '#ff6b7a';
  }

  paint() {
    const {g, axis} = this;
    g.fillStyle = this.ground;
    g.fillRect(0, 0, axis.width, axis.height);
    this.grid();
    g.save();
    g.beginPath();
    g.rect(axis.left, 0, axis.right - axis.left, axis.height);
    g.clip();
    this.plot.shown.forEach((s, k) => this.points(s, this.plot.pointColor(k)));
    for (const c of this.plot.curves) this.curve(c);
    for (const c of this.plot.curves) if (c.l.method === this.plot.missed.value) this.misses(c);
    this.pick();
    g.restore();
  }

  grid() {
    const {g, axis, plot} = this;
    g.font = '12px system-ui, "Liberation Sans", Arial, sans-serif';
    g.lineWidth = 1;
    g.textBaseline = 'middle';
    g.textAlign = 'right';
    const level = (y, text) => {
      g.strokeStyle = this.rule;
      g.beginPath();
      g.moveTo(axis.left, Math.round(y) + 0.5);
      g.lineTo(axis.right, Math.round(y) + 0.5);
      g.stroke();
      g.fillStyle = this.soft;
      g.fillText(text, axis.left - 6, y);
    };
    for (const t of spanTicks) if (t >= plot.extent.low && t <= plot.extent.high) level(axis.y(t), shortSpan(t));
    level(axis.zero, '0');
    g.textAlign = 'center';
    g.textBaseline = 'top';
    for (const {x, text} of timeTicks(plot, axis, 84)) {
      g.strokeStyle = this.rule;
      g.beginPath();
      g.moveTo(Math.round(x) + 0.5, axis.top);
      g.lineTo(Math.round(x) + 0.5, axis.height - edge.bottom);
      g.stroke();
      g.fillStyle = this.soft;
      const half = g.measureText(text).width / 2;
      g.fillText(text, Math.min(Math.max(x, half + 2), axis.width - half - 2), axis.height - edge.bottom + 7);
    }
    g.strokeStyle = this.soft;
    g.strokeRect(axis.left + 0.5, axis.top - 0.5, axis.right - axis.left - 1, axis.height - edge.bottom - axis.top);
  }

  // points draws every wait; of those on the same pixel one is enough.
  points(s, color) {
    const {g, axis} = this;
    const first = firstFrom(s.times, axis.from), last = firstFrom(s.times, axis.to);
    const size = last - first < 400 ? 4 : last - first < 5000 ? 3 : 2;
    const columns = Math.ceil(axis.width) + 1;
    const taken = new Uint8Array(columns * (Math.ceil(axis.height) + 1));
    g.fillStyle = color;
    g.globalAlpha = last - first < 5000 ? 0.85 : 0.6;
    for (let i = first; i < last; i++) {
      const x = Math.round(axis.x(s.times[i])), y = Math.round(axis.y(s.waits[i])), at = y * columns + x;
      if (taken[at]) continue;
      taken[at] = 1;
      g.fillRect(x - size / 2, y - size / 2, size, size);
    }
    g.globalAlpha = 1;
  }

  // curve draws bounds as steps. Where a column of pixels has several it goes through the first, lowest, highest and last.
  curve({s, l, i: place}) {
    const {g, axis} = this;
    const first = Math.max(firstFrom(s.times, axis.from) - 1, 0), last = Math.min(firstFrom(s.times, axis.to) + 1, s.jobs);
    g.strokeStyle = this.plot.hue(place);
    const dense = last - first > 3 * axis.width; // thin, so that jobs and other lines show through
    g.lineWidth = dense ? 1 : 1.8;
    g.globalAlpha = dense ? 0.75 : 1;
    g.setLineDash(dense ? [] : dashes[place % dashes.length]);
    g.beginPath();
    let down = false, column = NaN, end = 0, low = 0, high = 0;
    const finish = () => {
      if (!down || low === high && low === end) return;
      g.lineTo(column, low);
      g.lineTo(column, high);
      g.lineTo(column, end);
    };
    for (let i = first; i < last; i++) {
      const x = Math.round(axis.x(s.times[i]) * 2) / 2, b = l.bounds[i];
      if (b < 0) {
        finish();
        if (down) g.lineTo(x, end);
        down = false;
        column = NaN;
        continue;
      }
      const y = axis.y(b);
      if (x === column) {
        low = Math.max(low, y);
        high = Math.min(high, y);
        end = y;
        continue;
      }
      finish();
      if (down) { g.lineTo(x, end); g.lineTo(x, y); } else g.moveTo(x, y);
      down = true;
      column = x;
      low = high = end = y;
    }
    finish();
    if (down && last === s.jobs) g.lineTo(column + 3, end);
    g.stroke();
    g.setLineDash([]);
    g.globalAlpha = 1;
  }

  // misses marks the jobs whose wait is on the wrong side of a bound.
  misses({s, l}) {
    const {g, axis, plot} = this;
    const last = firstFrom(s.times, axis.to), first = firstFrom(s.times, axis.from);
    const size = last - first < 5000 ? 5 : last - first < 30 * axis.width ? 3 : 2;
    g.fillStyle = this.bad;
    for (let i = first; i < last; i++) {
      if (l.bounds[i] < 0 || plot.covers(s, s.waits[i], l.bounds[i])) continue;
      g.fillRect(axis.x(s.times[i]) - size / 2, axis.y(s.waits[i]) - size / 2, size, size);
    }
  }

  // pick marks the job in the readout.
  pick() {
    const {g, axis, plot} = this;
    if (!plot.picked || !plot.inView(plot.timeOfPicked())) return;
    const {s, i} = plot.picked, x = axis.x(s.times[i]), y = axis.y(s.waits[i]);
    g.strokeStyle = this.soft;
    g.lineWidth = 1;
    g.setLineDash([3, 3]);
    g.beginPath();
    g.moveTo(x, axis.top);
    g.lineTo(x, axis.height - edge.bottom);
    g.stroke();
    g.setLineDash([]);
    g.strokeStyle = this.ink;
    g.lineWidth = 2;
    g.beginPath();
    g.arc(x, y, 6, 0, 7);
    g.stroke();
    for (const c of plot.curves) {
      if (c.s !== s || c.l.bounds[i] < 0) continue;
      g.fillStyle = plot.hue(c.i);
      g.fillRect(x - 4, axis.y(c.l.bounds[i]) - 4, 8, 8);
    }
  }
}
