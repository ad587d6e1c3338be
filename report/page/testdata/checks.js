// Checks of a page, run in it by the tests. Each returns a list of what is wrong.

const every = (selector, root = document) => [...root.querySelectorAll(selector)];
const shown = e => e.getClientRects().length > 0;
const name = e => `${e.tagName.toLowerCase()}${e.id ? '#' + e.id : ''}${e.className && e.className.baseVal === undefined ? '.' + e.className : ''} "${e.textContent.trim().slice(0, 30)}"`;
const frames = n => new Promise(done => { const next = () => n-- > 0 ? requestAnimationFrame(next) : done(); next(); });
const plotOf = () => document.getElementById('plot')?.plot;

// drawn waits for the plot, and notes when it was there.
async function drawn() {
  while (document.getElementById('plot') && !plotOf()?.shownBefore) await frames(1);
  window.drawnAt ??= performance.now();
  await frames(2);
}

function overflow() {
  const wide = innerWidth, wrong = [];
  if (document.documentElement.scrollWidth > wide) wrong.push(`the page is ${document.documentElement.scrollWidth} px wide on a screen of ${wide}`);
  for (const e of every('body *')) {
    if (!shown(e) || e.closest('.scroll, .hear, .skip, .tip, .uplot, svg') && !e.matches('.scroll')) continue;
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
  need(every('table.sorts'), 'row heads', t => [...t.tBodies[0].rows].every(r => r.querySelector('th')));
  need(every('svg[role=img]'), 'label', e => e.getAttribute('aria-label'));
  need(every('figure'), 'drawing', e => e.querySelector('img[alt]')?.naturalWidth > 0);
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

// rows checks that rows are not high, and that nothing scrolls downwards inside the page.
function rows() {
  every('details').forEach(d => { d.open = true; });
  const wrong = every('tr').filter(r => r.getBoundingClientRect().height >= 100).map(r => `${name(r)} is ${r.getBoundingClientRect().height} px high`);
  for (const e of every('main *')) if (/auto|scroll/.test(getComputedStyle(e).overflowY) && e.scrollHeight > e.clientHeight + 1) wrong.push(`${name(e)} scrolls downwards`);
  return wrong.slice(0, 10);
}

// fits checks that no table is cut, unfolded or not.
function fits() {
  every('details').forEach(d => { d.open = true; });
  const boxes = every('.scroll').filter(shown), cut = boxes.filter(e => e.scrollWidth > e.clientWidth);
  return [...boxes.length < 5 ? [`${boxes.length} tables`] : [], ...cut.map(e => `${name(e)} is ${e.scrollWidth} px wide in ${e.clientWidth}`)];
}

// scrolls checks that a table that is too wide scrolls in its box.
function scrolls() {
  const boxes = every('.scroll').filter(e => shown(e) && e.scrollWidth > e.clientWidth);
  return boxes.length ? boxes.filter(e => getComputedStyle(e).overflowX !== 'auto').map(name) : ['no table is too wide'];
}

// printed checks that paper has the rows that a screen leaves out, nothing to press, whole numbers, and heads that pages repeat: those in one piece without boxes of buttons.
function printed() {
  const rows = every('tr.beyond').filter(r => shown(r.closest('table')));
  return [...rows.length ? [] : ['the screen leaves out no row'], ...rows.filter(r => !shown(r)).map(name).slice(0, 5), ...every('button:not(.sort), select, input').filter(shown).map(name),
    ...every('thead').filter(h => getComputedStyle(h).breakInside !== 'avoid').map(name), ...every('thead button').filter(b => b.getClientRects().length).map(name).slice(0, 5),
    ...every('td.num').filter(c => getComputedStyle(c).whiteSpace !== 'nowrap').map(name).slice(0, 5)];
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
    if (!walk.currentNode.textContent.trim() || !shown(e) || e.closest('.hear, .skip, .uplot, script, style, noscript, option')) continue;
    if (e.closest('figure')) continue; // its lightness is turned around on a dark screen
    const style = getComputedStyle(e), back = luminance(ground(e));
    const fore = luminance(channels(e.closest('svg') ? style.fill : style.color).rgb);
    const ratio = (Math.max(fore, back) + 0.05) / (Math.min(fore, back) + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || parseFloat(style.fontSize) >= 18.66 && style.fontWeight >= 700;
    if (ratio < (large ? 3 : 4.5)) wrong.add(`${name(e)} has a contrast of ${ratio.toFixed(2)}`);
  }
  return [...wrong].slice(0, 10);
}

// axeFinds lists the violations that axe-core finds with all details open.
async function axeFinds() {
  every('details').forEach(d => { d.open = true; });
  const {violations} = await axe.run();
  return violations.flatMap(v => v.nodes.map(n => `${v.id}: ${n.html.slice(0, 120)}: ${v.help}`));
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
  for (const table of every('table.sorts')) {
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

const rowsShown = () => every('table.sorts tbody tr').filter(r => !r.hidden);

// filtering checks each filter with each of its values, and the choice of a method.
function filtering() {
  every('.more:not([hidden]) button').forEach(b => b.click());
  const wrong = [], form = document.getElementById('filters');
  const set = (e, value) => { e.value = value; e.dispatchEvent(new Event('change', {bubbles: true})); };
  const all = rowsShown().length;
  for (const what of ['trace', 'queue', 'quantile']) {
    const select = form.elements[what];
    if (!select) continue;
    for (const {value} of select.options) {
      if (value === '') continue;
      set(select, value);
      for (const r of rowsShown()) {
        const at = [...r.closest('table').tHead.rows[0].cells].findIndex(h => h.textContent.trim() === what);
        if (at >= 0 && r.cells[at].textContent.trim() !== value.trim()) wrong.push(`${what} ${value}: ${name(r)} is shown`);
      }
      if (rowsShown().length >= all) wrong.push(`${what} ${value}: all rows are left`);
    }
    set(select, '');
    if (rowsShown().length !== all) wrong.push(`${what}: not all rows came back`);
  }
  const method = document.querySelector('#scores [name=method]'), texts = new Set();
  for (const {value} of method.options) {
    set(method, value);
    texts.add(document.querySelector('#scores tbody').textContent);
    if (!every('#scores tbody tr').length) wrong.push(`${value} has no scores`);
  }
  if (texts.size !== method.options.length) wrong.push('methods have the same scores');
  return wrong;
}

// painted tells whether the canvas has a hue, which points that are marked and lines have, near a place.
function painted(x, y) {
  const u = plotOf().u, at = v => v * devicePixelRatio;
  const d = u.ctx.getImageData(u.bbox.left + at(x) - 2, u.bbox.top + at(y) - 2, 5, 5).data;
  for (let i = 0; i < d.length; i += 4) if (Math.max(d[i], d[i + 1], d[i + 2]) - Math.min(d[i], d[i + 1], d[i + 2]) > 40) return true;
  return false;
}

// drawing checks that the longest waits, the highest bounds and every job outside its bound are on the canvas, and that zero has a line
// of its own.
async function drawing() {
  const p = plotOf(), wrong = [];
  p.act('all');
  await frames(3);
  const {s} = p, at = (i, v) => [p.left(i), p.u.valToPos(p.y(v), 'y')];
  for (const l of p.lines) {
    const high = l.bounds.reduce((a, b) => Math.max(a, b));
    if (!l.varies && !painted(...at(l.bounds.indexOf(high), high))) wrong.push(`the highest bound of ${l.method} is not drawn`);
  }
  const l = p.lines[0];
  s.waits.forEach((w, i) => {
    if (l && wrong.length < 3 && l.bounds[i] >= 0 && !p.covers(w, l.bounds[i]) && !painted(...at(i, w))) wrong.push(`job ${s.ids[i]}, outside its bound, is not drawn`);
  });
  const least = s.waits.filter(w => w >= p.least).reduce((a, b) => Math.min(a, b));
  if (!(p.u.valToPos(p.y(0), 'y') > p.u.valToPos(p.y(least), 'y') + 5)) wrong.push('zero has no line of its own');
  return wrong;
}

// shares checks that what all of a series says of a method is its score.
async function shares() {
  const p = plotOf(), wrong = [];
  const data = JSON.parse(document.getElementById('scores-data').textContent), column = n => data.columns.findIndex(c => c.name === n);
  for (const tick of every('#plot-methods input')) if (!tick.checked) tick.click();
  for (let n = 0; n < 100 && p.lines.length < p.s.lines.length; n++) await frames(1);
  await frames(10);
  p.act('all');
  await frames(3);
  for (const l of p.lines) {
    const score = data.rows.find(r => r[column('method')] === l.method && r[column('queue')] === p.s.label && r[column('procs_range')] === 'all');
    const want = ` covers ${(100 * score[column('correct')]).toFixed(1)} % of ${score[column('bounded')].toLocaleString('en')} scored jobs on the days in view`;
    if (!p.share(l).startsWith(want)) wrong.push(`${l.method}${p.share(l)}, want${want}`);
  }
  for (const tick of every('#plot-methods input').slice(1)) if (tick.checked) tick.click();
  await frames(10);
  p.act('month');
  await frames(3);
  return wrong;
}

const windowOf = () => [plotOf().from, plotOf().to];

// spot gives the place on the screen of a job in view, and its number.
function spot() {
  const p = plotOf(), box = p.u.over.getBoundingClientRect(), [first, last] = p.inView(), i = (first + last) >> 1;
  return {x: box.left + p.left(i), y: box.top + p.top(i), id: p.s.ids[i]};
}
