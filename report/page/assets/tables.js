// Tables sort by the heads of their columns and are filtered together by log, queue and quantile.

const collator = new Intl.Collator('en', {numeric: true});
const make = (tag, text, name) => Object.assign(document.createElement(tag), {textContent: text ?? '', className: name ?? ''});
const absent = t => t === 'none' || t === '–' || t === '';

// compareTexts orders numbers before words and nothing at the end.
function compareTexts(a, b, down) {
  if (absent(a) || absent(b)) return absent(a) - absent(b);
  const x = Number(a), y = Number(b), isX = !Number.isNaN(x), isY = !Number.isNaN(y);
  const order = isX && isY ? x - y : isX !== isY ? isY - isX : collator.compare(a, b);
  return down ? -order : order;
}

// cellText returns the text that a cell is sorted by.
const cellText = cell => cell.dataset.v ?? cell.textContent.trim().replace(/\*$/, '');

// sortRows sorts by a column: up, down, then as before.
function sortRows(head) {
  const table = head.closest('table');
  const next = {ascending: 'descending', descending: ''}[head.getAttribute('aria-sort')] ?? 'ascending';
  for (const other of head.parentNode.cells) other.removeAttribute('aria-sort');
  if (next) head.setAttribute('aria-sort', next);
  table.original ??= [...table.tBodies[0].rows];
  const rows = [...table.original], text = row => cellText(row.cells[head.cellIndex]);
  if (next) rows.sort((a, b) => compareTexts(text(a), text(b), next === 'descending'));
  table.tBodies[0].append(...rows);
  filterTables();
}
document.addEventListener('click', e => {
  const head = e.target.closest('button.sort')?.closest('th');
  if (head) sortRows(head);
});

// The table of one method, made of the scores of all.
const scores = JSON.parse(document.getElementById('scores-data').textContent);
const scoreRoot = document.getElementById('scores'), methodChoice = scoreRoot.querySelector('[name=method]');
const scoreAt = Object.fromEntries(scores.columns.map((c, i) => [c.name, i]));

function scoreText(column, value) {
  if (value === null || value === '') return '–';
  if (!column.number) return value;
  if (column.digits === 3 && Math.abs(value) < 0.001 && value !== 0) return value.toExponential(1);
  return column.digits >= 0 ? value.toFixed(column.digits).replace(/^-(?=[0.]*$)/, "") : readable(value); // no -0
}

// readable returns a duration as Duration in readable.go does.
function readable(seconds) {
  const [size, unit] = seconds >= 360000 || seconds > 0 && seconds % 86400 === 0 ? [86400, 'd'] : seconds >= 3600 ? [3600, 'h'] : seconds >= 120 || seconds === 60 ? [60, 'min'] : [1, 's'];
  const v = seconds / size, small = v < 9.95, long = size >= 3600, digits = Number.isInteger(v) ? 0 : small && long ? 2 : small || long && v < 99.95 ? 1 : 0;
  return `${(Math.round(v * 10 ** digits) / 10 ** digits).toFixed(digits)} ${unit}`;
}

function showScores() {
  const several = i => new Set(scores.rows.map(r => r[i])).size > 1;
  const shown = [...scores.columns.keys()].filter(i => i !== scoreAt.method && (several(i) || !['log', 'quantile'].includes(scores.columns[i].name)));
  const table = scoreRoot.querySelector('table');
  table.original = undefined;
  table.caption.textContent = `Scores of ${methodChoice.value}`;
  table.tHead.rows[0].replaceChildren(...shown.map(i => {
    const c = scores.columns[i], head = Object.assign(make('th', '', c.number ? 'num' : ''), {scope: 'col'});
    head.append(Object.assign(make('button', c.label, 'sort'), {type: 'button', title: c.doc}));
    return head;
  }));
  table.tBodies[0].replaceChildren(...scores.rows.filter(r => r[scoreAt.method] === methodChoice.value).map(r => {
    const row = make('tr');
    shown.forEach((i, k) => {
      const c = scores.columns[i], cell = make(k ? 'td' : 'th', scoreText(c, r[i]), c.number ? 'num' : '');
      if (!k) cell.scope = 'row';
      if (c.number || r[i] === '') cell.dataset.v = r[i] === null || r[i] === '' ? 'none' : r[i];
      row.append(cell);
    });
    return row;
  }));
  filterTables();
}
const filters = document.getElementById('filters');
const facets = ['log', 'queue', 'quantile'];

const most = 20, few = 14; // rows of a table that is shown as a whole, and of a longer one at first
const headline = document.querySelector('main').dataset.queue;

// filterTables hides rows that the choices exclude, and tables without rows. Long tables begin with the queue of the headline; on paper they are whole.
function filterTables() {
  const chosen = facets.map(f => [f, filters.elements[f]?.value]).filter(([, v]) => v);
  for (const table of document.querySelectorAll('table.sorts')) {
    const heads = [...table.tHead.rows[0].cells].map(h => h.textContent.trim());
    const about = (row, f) => row.cells[heads.indexOf(f)]?.textContent.trim() ?? table.dataset[f];
    const all = [...table.tBodies[0].rows], left = all.filter(row => !chosen.some(([f, v]) => about(row, f) !== undefined && about(row, f) !== v.trim()));
    const first = left.filter(row => about(row, 'queue') === headline);
    const shown = new Set(table.whole || left.length <= most ? left : (first.length ? first : left).slice(0, few));
    for (const row of all) {
      row.hidden = !left.includes(row);
      row.classList.toggle('beyond', !shown.has(row));
    }
    showMore(table, left.length, shown.size);
    (table.closest('details.filtered') ?? table).hidden = !left.length && chosen.length > 0;
  }
}

// showMore tells below a table how many of its rows are shown.
function showMore(table, all, shown) {
  const box = table.closest('.scroll'), button = Object.assign(make('button', 'show all'), {type: 'button'});
  table.more ??= box.parentNode.insertBefore(make('p', '', 'more small'), box.nextSibling);
  table.more.hidden = shown === all;
  table.more.replaceChildren(`${all.toLocaleString('en')} rows, ${shown} shown: `, button);
  button.addEventListener('click', () => { table.whole = true; filterTables(); });
}

// inflate undoes deflate of write.go.
function inflate(text) {
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).blob();
}
for (const image of document.querySelectorAll('img[data-svg]')) {
  inflate(image.dataset.svg).then(svg => { image.src = URL.createObjectURL(new Blob([svg], {type: 'image/svg+xml'})); });
}

// state holds the choices that the address keeps after #?: filters, the method, the plot.
const state = new URLSearchParams(location.hash.startsWith('#?') ? location.hash.slice(2) : '');
function remember(values) {
  for (const [k, v] of Object.entries(values)) if (v === '' || v === undefined) state.delete(k); else state.set(k, v);
  history.replaceState(null, '', `#?${state}`);
}
for (const f of facets) if (state.has(f) && filters.elements[f]) filters.elements[f].value = state.get(f);
if (state.has('method')) methodChoice.value = state.get('method');
const folds = [...document.querySelectorAll('details')], unfolded = folds.map(d => d.open);
for (const i of state.get('fold')?.split(',') ?? []) if (folds[i]) folds[i].open = !unfolded[i];
for (const d of folds) d.addEventListener('toggle', () => remember({fold: folds.flatMap((d, i) => d.open === unfolded[i] ? [] : i).join()}));
filters.addEventListener('submit', e => e.preventDefault());
filters.addEventListener('change', () => {
  remember(Object.fromEntries(facets.map(f => [f, filters.elements[f]?.value])));
  filterTables();
});
methodChoice.addEventListener('change', () => { remember({method: methodChoice.value}); showScores(); });
showScores();
