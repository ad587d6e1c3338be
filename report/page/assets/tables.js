// Tables sort by the heads of their columns and are filtered together by log, queue and quantile; each can be saved as CSV.

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

const cellText = cell => cell.dataset.v ?? cell.textContent.trim().replace(/\*$/, '');

// sortRows sorts by a column: up, down, then as before.
function sortRows(head) {
  const table = head.closest('table'), body = table.tBodies[0], column = head.cellIndex;
  const now = head.getAttribute('aria-sort');
  const next = now === 'ascending' ? 'descending' : now === 'descending' ? '' : 'ascending';
  for (const other of head.parentNode.cells) other.removeAttribute('aria-sort');
  if (next) head.setAttribute('aria-sort', next);
  table.original ??= [...body.rows];
  const rows = [...table.original];
  if (next) rows.sort((a, b) => compareTexts(cellText(a.cells[column]), cellText(b.cells[column]), next === 'descending'));
  body.append(...rows);
}
document.addEventListener('click', e => {
  const head = e.target.closest('button.sort')?.closest('th');
  if (head) sortRows(head);
});

// save hands rows of texts to the reader as a CSV file.
function save(name, rows) {
  const quote = t => /[",\n\r]/.test(t) ? `"${t.replaceAll('"', '""')}"` : t;
  const text = rows.map(r => r.map(quote).join(',') + '\r\n').join('');
  const link = make('a');
  link.href = URL.createObjectURL(new Blob([text], {type: 'text/csv'}));
  link.download = `${name}.csv`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// csvOf gives the rows of tables: numbers as they are sorted by, nothing where there is none.
function csvOf(tables) {
  const value = c => c.dataset.v === 'none' ? '' : c.dataset.v ?? c.textContent.trim();
  return tables.flatMap(t => [...t.rows].map(r => [...r.cells].map(value)));
}
for (const button of document.querySelectorAll('.tabled .csv')) {
  button.addEventListener('click', () => save(button.dataset.file, csvOf([...button.closest('.tabled').querySelectorAll('table')])));
}

// The table of one method, made of the scores of all.
const scores = JSON.parse(document.getElementById('scores-data').textContent);
const scoreRoot = document.getElementById('scores');
const scoreAt = Object.fromEntries(scores.columns.map((c, i) => [c.name, i]));

function scoreText(column, value) {
  if (value === null || value === '') return '–';
  if (!column.number) return value;
  if (column.digits === 3 && Math.abs(value) < 0.001 && value !== 0) return value.toExponential(1);
  if (column.digits === -1) return value.toFixed(Math.abs(value) < 10 ? 1 : 0);
  return value.toFixed(column.digits);
}

function showScores() {
  const method = scoreRoot.querySelector('[name=method]').value, rows = (scores.rows ?? []).filter(r => r[scoreAt.method] === method);
  const same = i => new Set((scores.rows ?? []).map(r => r[i])).size < 2;
  const shown = scores.columns.map((c, i) => i).filter(i => i !== scoreAt.method && !(same(i) && ['trace', 'quantile'].includes(scores.columns[i].name)));
  const table = scoreRoot.querySelector('table');
  table.original = undefined;
  table.tHead.rows[0].replaceChildren(...shown.map(i => {
    const c = scores.columns[i], head = make('th', '', c.number ? 'num' : '');
    head.scope = 'col';
    head.append(Object.assign(make('button', c.label, 'sort'), {type: 'button', title: c.doc}));
    return head;
  }));
  table.tBodies[0].replaceChildren(...rows.map(r => {
    const row = make('tr');
    shown.forEach((i, k) => {
      const c = scores.columns[i], cell = make(k ? 'td' : 'th', scoreText(c, r[i]), c.number ? 'num' : '');
      if (!k) cell.scope = 'row';
      if (c.number || r[i] === '') cell.dataset.v = r[i] === null || r[i] === '' ? 'none' : r[i];
      if (c.name === 'correct' && r[i] < target(r[scoreAt.quantile])) cell.replaceChildren(make('span', cell.textContent + '*', 'star'));
      row.append(cell);
    });
    return row;
  }));
  filterTables();
}

// target is the share that bounds of a level are to cover: 0.25l bounds from below.
const target = level => level.endsWith('l') ? 1 - parseFloat(level) : parseFloat(level);

scoreRoot.querySelector('.csv').addEventListener('click', e => {
  save(e.target.dataset.file, [scores.columns.map(c => c.name), ...(scores.rows ?? []).map(r => r.map(v => v === null ? '' : String(v)))]);
});

const filters = document.getElementById('filters');
const facets = ['trace', 'queue', 'quantile'];

// filterTables hides rows that are about something else than what is chosen, and tables without rows.
function filterTables() {
  const chosen = facets.map(f => [f, filters.elements[f]?.value]).filter(([, v]) => v);
  for (const table of document.querySelectorAll('table.sorts')) {
    const heads = [...table.tHead.rows[0].cells].map(h => h.textContent.trim());
    let left = 0;
    for (const row of table.tBodies[0].rows) {
      const about = f => row.cells[heads.indexOf(f)]?.textContent.trim() ?? table.dataset[f];
      row.hidden = chosen.some(([f, v]) => about(f) !== undefined && about(f) !== v.trim());
      left += !row.hidden;
    }
    table.closest('.scroll').hidden = !left && chosen.length > 0;
  }
  for (const folded of document.querySelectorAll('details.filtered')) folded.hidden = !folded.querySelector('.scroll:not([hidden])');
  markScrollers();
}

// inflate undoes deflate of pack.go.
function inflate(text) {
  const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate-raw'))).blob();
}
for (const image of document.querySelectorAll('img[data-svg]')) {
  inflate(image.dataset.svg).then(svg => { image.src = URL.createObjectURL(new Blob([svg], {type: 'image/svg+xml'})); });
}

// markScrollers shows which tables and figures are wider than their place, and lets the keyboard reach them.
function markScrollers() {
  for (const s of document.querySelectorAll('.scroll')) {
    const wide = s.scrollWidth > s.clientWidth + 1;
    s.classList.toggle('wide', wide);
    if (wide || s.scrollHeight > s.clientHeight + 1) {
      s.tabIndex = 0;
      s.setAttribute('role', 'region');
      s.setAttribute('aria-label', s.querySelector('caption')?.textContent.trim() || s.querySelector('img').alt);
    } else for (const a of ['tabindex', 'role', 'aria-label']) s.removeAttribute(a);
  }
}

// state is what the address says behind # and a question mark: filters, the method, the plot.
const state = new URLSearchParams(location.hash.startsWith('#?') ? location.hash.slice(2) : '');
function remember(values) {
  for (const [k, v] of Object.entries(values)) if (v === '' || v === undefined) state.delete(k); else state.set(k, v);
  history.replaceState(null, '', `#?${state}`);
}
for (const f of facets) if (state.has(f) && filters.elements[f]) filters.elements[f].value = state.get(f);
const methodChoice = scoreRoot.querySelector('[name=method]');
if (state.has('method')) methodChoice.value = state.get('method');
filters.addEventListener('submit', e => e.preventDefault());
filters.addEventListener('change', () => {
  remember(Object.fromEntries(facets.map(f => [f, filters.elements[f]?.value])));
  filterTables();
});
methodChoice.addEventListener('change', () => { remember({method: methodChoice.value}); showScores(); });
showScores();
addEventListener('resize', markScrollers);
document.addEventListener('toggle', markScrollers, true);
