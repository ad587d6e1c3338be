// What happens when the page opens.

for (const table of document.querySelectorAll('table.sorts')) {
  table.tHead.addEventListener('click', e => {
    const head = e.target.closest('th');
    if (head) sortRows(table, head);
  });
}

const explorerPlace = document.getElementById('explorer');
const explorer = explorerPlace && new Explorer(explorerPlace);
const form = document.getElementById('filters');

function filterAll() {
  for (const f of facetNames) chosen[f] = form?.elements[f]?.value ?? '';
  chosen.bare = form?.elements.bare?.checked;
  const {rows, tables} = filterTables();
  const scores = explorer ? explorer.filter() : 0;
  const any = facetNames.some(f => chosen[f]);
  if (form) {
    document.getElementById('filtered').textContent = any
      ? `${tables ? `${rows} rows in ${tables} tables, ` : ''}${scores} scores` : `${scores} scores`;
  }
  markScrollers();
}

form?.addEventListener('change', filterAll);
form?.addEventListener('submit', e => e.preventDefault());
form?.addEventListener('reset', () => setTimeout(filterAll));
filterAll();
addEventListener('resize', markScrollers);
document.addEventListener('toggle', markScrollers, true);

const plotPlace = document.getElementById('plot');
if (plotPlace && typeof DecompressionStream === 'undefined') {
  plotPlace.replaceChildren('This browser is too old for the plot over time; the figures below show a part of it.');
} else if (plotPlace) {
  const plot = new Plot(plotPlace);
  plot.setZone(0);
  plotPlace.plot = plot;
}
