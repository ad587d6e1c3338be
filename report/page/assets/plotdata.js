// The data of the plot over time: columns of whole numbers, unpacked when they are first wanted; and times as people write them.

async function unpackNumbers(text, count) {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i);
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const raw = new Uint8Array(await new Response(plain).arrayBuffer());
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

// loadSeries unpacks the jobs of a series.
async function loadSeries(s) {
  s.loaded ??= (async () => {
    [s.ids, s.times, s.waits, s.sizes] = await Promise.all([s.id, s.submit, s.wait, s.procs].map(c => unpackNumbers(c, s.jobs)));
    for (let i = 0; i < s.jobs; i++) { s.times[i] *= s.unit; s.waits[i] *= s.unit; }
  })();
  return s.loaded;
}

// loadLine unpacks the bounds of a method; -1 stands for none.
async function loadLine(s, l) {
  l.loaded ??= (async () => {
    l.bounds = await unpackNumbers(l.bound, s.jobs);
    if (s.unit !== 1) for (let i = 0; i < s.jobs; i++) if (l.bounds[i] >= 0) l.bounds[i] *= s.unit;
  })();
  return l.loaded;
}

// firstFrom gives the first of ascending times that is not before t.
function firstFrom(times, t) {
  let low = 0, high = times.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (times[mid] < t) low = mid + 1; else high = mid;
  }
  return low;
}

// Zone is the clock of a log. Local times are seconds of the log, shifted so that days begin at multiples of 86400.
class Zone {
  constructor(z) { Object.assign(this, z); }

  offset(unix) {
    let now = this.shifts[0][1];
    for (const [from, offset] of this.shifts) if (from <= unix) now = offset;
    return now;
  }

  local(t) {
    if (!this.dated) return t;
    const unix = t + this.start;
    return unix + this.offset(unix);
  }

  fromLocal(local) {
    if (!this.dated) return local;
    const guess = local - this.offset(local);
    return local - this.offset(guess) - this.start;
  }

  text(t) {
    const local = this.local(t);
    if (!this.dated) return `day ${Math.floor(local / 86400)}, ${clock(local, true)}`;
    return `${dateText(local, true)}, ${clock(local, true)}`;
  }
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function dateText(local, year) {
  const d = new Date(local * 1000);
  return `${d.getUTCDate()} ${monthNames[d.getUTCMonth()]}${year ? ' ' + d.getUTCFullYear() : ''}`;
}

function clock(local, seconds) {
  const s = Math.floor(((local % 86400) + 86400) % 86400);
  const two = n => String(Math.floor(n)).padStart(2, '0');
  return `${two(s / 3600)}:${two(s / 60 % 60)}${seconds ? ':' + two(s % 60) : ''}`;
}

const timeUnits = [['d', 86400], ['h', 3600], ['min', 60], ['s', 1]];

// span writes seconds in the two largest units that they have, and as they are.
function span(seconds) {
  if (seconds < 60) return `${+seconds.toFixed(3)} s`;
  if (seconds >= 3.15e9) return 'more than 100 years';
  const k = timeUnits.findIndex(u => seconds >= u[1]);
  const [name, size] = timeUnits[k], [less, part] = timeUnits[k + 1];
  const rest = Math.floor(seconds % size / part);
  return `${Math.floor(seconds / size)} ${name}${rest ? ` ${rest} ${less}` : ''} (${+seconds.toFixed(3)} s)`;
}

// shortSpan writes a time on an axis.
function shortSpan(seconds) {
  for (const [name, size] of timeUnits) if (seconds >= size) return `${+(seconds / size).toFixed(3)} ${name}`;
  return `${seconds} s`;
}
