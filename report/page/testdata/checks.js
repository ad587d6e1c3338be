// Checks of a page, run in it by the tests. Each returns a list of what is wrong.

const every = (selector, root = document) => [...root.querySelectorAll(selector)];
const shown = e => e.getClientRects().length > 0;
const name = e => `${e.tagName.toLowerCase()}${e.id ? '#' + e.id : ''}${e.className && e.className.baseVal === undefined ? '.' + e.className : ''} "${e.textContent.trim().slice(0, 30)}"`;
const frames = n => new Promise(done => { const next = () => n-- > 0 ? requestAnimationFrame(next) : done(); next(); });
const plotOf = () => document.getElementById('plot')?.plot;

// drawn waits for the plot, and notes when it was there.
async function drawn() {
  while (document.getElementById('plot') && !plotOf()?.axis) await frames(1);
  window.drawnAt ??= performance.now();
  await frames(2);
}

function overflow() {
  const wide = innerWidth, wrong = [];
  if (document.documentElement.scrollWidth > wide) wrong.push(`the page is ${document.documentElement.scrollWidth} px wide on a screen of ${wide}`);
  for (const e of every('body *')) {
    if (!shown(e) || e.closest('.scroll, .card, .hear, .skip, svg') && !e.matches('.scroll, .card')) continue;
    if (e.getBoundingClientRect().right > wide + 0.5) wrong.push(`${name(e)} ends at ${e.getBoundingClientRect().right}`);
  }
  return wrong;
}

async function shift() {
  let sum = 0;
  await new Promise(done => {
    new PerformanceObserver(list => { for (const e of list.getEntries()) if (!e.hadRecentInput) sum += e.value; }).observe({type: 'layout-shift', buffered: true});
    setTimeout(done, 100);
  });
  return sum > 0.005 ? [`layout shifts of ${sum}`] : [];
}

function structure() {
  const wrong = [];
  const need = (list, what, has) => list.filter(e => !has(e)).forEach(e => wrong.push(`${name(e)} has no ${what}`));
  need(every('table'), 'caption', e => e.caption?.textContent.trim());
  need(every('thead th'), 'scope col', e => e.scope === 'col');
  need(every('tbody th'), 'scope row', e => e.scope === 'row');
  need(every('table.sorts, .explore table'), 'row heads', t => [...t.tBodies[0].rows].every(r => r.querySelector('th')));
  need(every('svg[role=img]'), 'label', e => e.getAttribute('aria-label'));
  need(every('figure'), 'drawing and caption', e => e.querySelector('svg[role=img]') && e.querySelector('figcaption')?.textContent.trim());
  need(every('select, input'), 'label', e => e.labels?.[0]?.textContent.trim());
  need(every('button'), 'text', e => e.textContent.trim());
  need(every('section'), 'heading', e => document.getElementById(e.getAttribute('aria-labelledby'))?.matches('h2'));
  need(every('[role=region], [role=group], [role=application], nav, form'), 'label', e => e.getAttribute('aria-label'));
  if (document.documentElement.lang !== 'en') wrong.push('the page names no language');
  if (every('h1').length !== 1) wrong.push(`there are ${every('h1').length} h1`);
  let level = 1;
  for (const h of every('h1, h2, h3, h4')) {
    const next = Number(h.tagName[1]);
    if (next > level + 1) wrong.push(`${name(h)} comes after h${level}`);
    level = next;
  }
  for (const e of every('body *')) if (/^(a|button|select|input|summary)$/i.test(e.tagName) && e.tabIndex < 0) wrong.push(`${name(e)} cannot be reached by keyboard`);
  return wrong;
}

function channels(color) {
  const v = color.match(/[\d.]+/g).map(Number);
  return {rgb: v.slice(0, 3), alpha: v[3] ?? 1};
}

function luminance(rgb) {
  const [r, g, b] = rgb.map(v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ground(e) {
  for (; e; e = e.parentElement) {
    const c = channels(getComputedStyle(e).backgroundColor);
    if (c.alpha === 1) return c.rgb;
  }
  return matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255];
}

// contrast checks all text against the contrast that WCAG asks for at level AA.
function contrast() {
  const wrong = new Set();
  every('details').forEach(d => { d.open = true; });
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || !shown(e) || e.closest('.hear, .skip, script, style, noscript, option')) continue;
    const style = getComputedStyle(e), back = luminance(ground(e));
    const fore = luminance(channels(e.closest('svg') ? style.fill : style.color).rgb);
    const ratio = (Math.max(fore, back) + 0.05) / (Math.min(fore, back) + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700;
    if (ratio < (large ? 3 : 4.5)) wrong.add(`${name(e)} has a contrast of ${ratio.toFixed(2)}`);
  }
  return [...wrong].slice(0, 10);
}

const texts = (table, column) => [...table.tBodies[0].rows].map(r => r.cells[column].dataset.v ?? r.cells[column].textContent.trim().replace(/\*$/, ''));
const none = t => t === 'none' || t === '–' || t === '-' || t === '';

// ordered checks that texts ascend, or descend; those without a value come last.
function ordered(list, down) {
  const values = list.filter(t => !none(t));
  if (list.slice(0, values.length).some(none)) return false;
  const compare = (a, b) => Number.isNaN(Number(a)) || Number.isNaN(Number(b)) ? a.localeCompare(b, 'en', {numeric: true}) : a - b;
  return values.every((v, i) => i === 0 || (down ? compare(values[i - 1], v) >= 0 : compare(values[i - 1], v) <= 0));
}

function sorting() {
  const wrong = [];
  for (const table of every('table.sorts, .explore table')) {
    const title = table.caption.textContent;
    for (let column = 0; column < table.tHead.rows[0].cells.length; column++) {
      const head = table.tHead.rows[0].cells[column], before = texts(table, column).join('|');
      if (head.hidden) continue;
      for (const order of ['ascending', 'descending', null]) {
        head.querySelector('button').click();
        if (head.getAttribute('aria-sort') !== order) wrong.push(`${title}, column ${column}: aria-sort is ${head.getAttribute('aria-sort')}, want ${order}`);
        if (order && !ordered(texts(table, column), order === 'descending')) wrong.push(`${title}, column ${column} is not ${order}`);
      }
      if (texts(table, column).join('|') !== before) wrong.push(`${title}: the third press on column ${column} does not bring the order back`);
    }
  }
  return wrong;
}

function choose(what, value) {
  const select = document.getElementById('filters').elements[what];
  select.value = value;
  if (select.value !== value) throw new Error(`there is no ${what} ${value}`);
  select.dispatchEvent(new Event('change', {bubbles: true}));
}

const rowsShown = () => every('#tables .filtered tbody tr').filter(r => !r.hidden && !r.closest('details').hidden);
const scoresShown = () => every('#explorer tbody tr');

// filtering checks each filter with each of its values.
function filtering() {
  const wrong = [], form = document.getElementById('filters');
  const all = rowsShown().length, scores = scoresShown().length;
  for (const what of ['trace', 'queue', 'range', 'method', 'level']) {
    const select = form.elements[what];
    if (!select) continue;
    for (const {value} of select.options) {
      if (value === '') continue;
      choose(what, value);
      for (const e of [...every('#tables .filtered'), ...every(`#tables .filtered [data-${what}]`)]) {
        if (shown(e) && e.dataset[what] && e.dataset[what] !== value) wrong.push(`${what} ${value}: ${name(e)} is about ${e.dataset[what]} and is shown`);
      }
      if (scoresShown().length === 0) wrong.push(`${what} ${value}: no scores are left`);
      if (select.options.length > 2 && scoresShown().length >= scores && scores < 200) wrong.push(`${what} ${value}: all scores are left`);
      if (!document.getElementById('filtered').textContent.includes('scores')) wrong.push(`${what} ${value}: the number of scores is not told`);
    }
    choose(what, '');
    if (rowsShown().length !== all || scoresShown().length !== scores) wrong.push(`${what}: not all rows came back`);
  }
  return wrong;
}

// columns checks that columns of scores can be shown and hidden.
function columns() {
  const wrong = [], heads = () => every('#explorer thead th').filter(h => !h.hidden).length;
  const before = heads();
  for (const tick of every('#explorer [name=group]').slice(1)) tick.checked || tick.click();
  if (heads() < before || heads() !== every('#explorer thead th').length) wrong.push(`${heads()} columns are shown`);
  const row = every('#explorer tbody tr')[0];
  if (row && [...row.cells].some(c => c.hidden)) wrong.push('a cell of a shown column is hidden');
  return wrong;
}

// painted tells whether the canvas has another colour than its ground near a place.
function painted(x, y) {
  const p = plotOf(), scale = devicePixelRatio;
  const d = p.canvas.getContext('2d', {willReadFrequently: true}).getImageData((x - 1) * scale, (y - 1) * scale, 3 * scale, 3 * scale).data;
  for (let i = 0; i < d.length; i += 4) {
    const rgb = [d[i], d[i + 1], d[i + 2]];
    if (Math.max(...rgb) - Math.min(...rgb) > 40) return true; // points that are marked, and lines, have a hue
  }
  return false;
}

// extremes checks that thinning left the highest bound of each line and the longest wait of each series on the canvas.
async function extremes() {
  const p = plotOf(), wrong = [];
  p.act('all');
  await frames(3);
  for (const s of p.shown) {
    const at = s.waits.indexOf(s.waits.reduce((a, b) => Math.max(a, b)));
    p.picked = {s, i: at};
  }
  for (const c of p.curves) {
    const high = c.l.bounds.reduce((a, b) => Math.max(a, b)), at = c.l.bounds.indexOf(high);
    if (high <= p.extent.high && !painted(p.axis.x(c.s.times[at]), p.axis.y(high))) wrong.push(`the highest bound of ${c.l.method} is not drawn`);
  }
  p.missed.value = p.curves[0].l.method;
  p.draw();
  const {s, l} = p.curves[0];
  s.waits.forEach((w, i) => {
    if (wrong.length < 3 && l.bounds[i] >= 0 && w > l.bounds[i] && !painted(p.axis.x(s.times[i]), p.axis.y(w))) wrong.push(`job ${s.ids[i]}, outside its bound, is not drawn`);
  });
  const least = s.waits.filter(w => w > 0).reduce((a, b) => Math.min(a, b));
  if (!(p.axis.y(0) > p.axis.y(least) + 5)) wrong.push('zero has no line of its own');
  p.picked = null;
  return wrong;
}

const windowOf = () => [plotOf().from, plotOf().to];

// spot gives the place on the screen of a job, and its number, with no other near it.
function spot() {
  const p = plotOf(), s = p.shown[0], box = p.canvas.getBoundingClientRect();
  const first = s.times.findIndex(t => t > (p.from + p.to) / 2);
  return {x: box.left + p.axis.x(s.times[first]), y: box.top + p.axis.y(s.waits[first]), id: s.ids[first], wait: s.waits[first]};
}
