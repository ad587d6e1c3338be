// Tables sort by the heads of their columns. One choice of trace, queue, range, method and level filters all of them: rows, columns and
// whole tables that are about another one are hidden.

const collator = new Intl.Collator('en', {numeric: true});

// compareTexts orders numbers before words and nothing ("none" or "-") at the end.
function compareTexts(a, b, down) {
  const none = t => t === 'none' || t === '-' || t === '';
  if (none(a) || none(b)) return none(a) - none(b);
  const x = Number(a), y = Number(b);
  let order;
  if (!Number.isNaN(x) && !Number.isNaN(y)) order = x - y;
  else if (Number.isNaN(x) !== Number.isNaN(y)) order = Number.isNaN(x) ? 1 : -1;
  else order = collator.compare(a, b);
  return down ? -order : order;
}

// nextOrder says how a column is sorted after its head was pressed: up, down, then as before.
function nextOrder(head) {
  const now = head.getAttribute('aria-sort');
  const next = now === 'ascending' ? 'descending' : now === 'descending' ? '' : 'ascending';
  for (const other of head.parentNode.cells) other.removeAttribute('aria-sort');
  if (next) head.setAttribute('aria-sort', next);
  return next;
}

function cellText(row, column) {
  const c = row.cells[column];
  return c.dataset.v ?? c.textContent.trim().replace(/\*$/, '');
}

function sortRows(table, head) {
  const body = table.tBodies[0], column = head.cellIndex;
  table.original ??= [...body.rows];
  const order = nextOrder(head);
  const rows = [...table.original];
  if (order) rows.sort((a, b) => compareTexts(cellText(a, column), cellText(b, column), order === 'descending'));
  body.append(...rows);
}

const facetNames = ['trace', 'queue', 'range', 'method', 'level'];
const chosen = {};

// fits tells whether what an element is about is chosen; what it does not say does not matter.
function fits(dataset) {
  return facetNames.every(f => !chosen[f] || !dataset[f] || dataset[f] === chosen[f]);
}

// filterTable hides what was not chosen and returns the number of rows left.
function filterTable(table) {
  const heads = [...table.tHead.rows[0].cells];
  const shown = heads.map(h => fits(h.dataset));
  const about = heads.map(h => !!(h.dataset.method || h.dataset.range));
  let left = 0;
  for (const row of table.rows) {
    if (row.parentNode !== table.tHead) {
      row.hidden = !fits(row.dataset) || 'bare' in row.dataset && !chosen.bare;
      if (!row.hidden) left++;
    }
    for (let i = 0; i < shown.length; i++) if (about[i]) row.cells[i].hidden = !shown[i];
  }
  const nothing = about.includes(true) && !about.some((a, i) => a && shown[i]);
  return nothing ? 0 : left;
}

function filterTables() {
  let rows = 0, tables = 0;
  for (const folded of document.querySelectorAll('details.filtered')) {
    const left = fits(folded.dataset) ? filterTable(folded.querySelector('table')) : 0;
    folded.hidden = left === 0;
    rows += left;
    tables += left > 0;
    if (chosen.method && folded.dataset.method === chosen.method) folded.open = true;
  }
  return {rows, tables};
}

// markScrollers lets the keyboard reach tables and figures that are wider than their place.
function markScrollers() {
  for (const s of document.querySelectorAll('.scroll:not(.explore), .card')) {
    if (s.scrollWidth > s.clientWidth) s.tabIndex = 0;
    else s.removeAttribute('tabindex');
  }
}
