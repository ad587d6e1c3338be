// The table of every score. Its values come by column; rows are made for those that are chosen, at first not more than fit a look.

const firstRows = 200;

function unpackColumn(c) {
  if (c.names) return c.of === '' ? [] : c.of.split(' ').map(i => c.names[i]);
  return (c.values ?? '').split(' ');
}

class Explorer {
  constructor(root) {
    this.data = JSON.parse(document.getElementById(root.dataset.source).textContent);
    this.table = root.querySelector('table');
    this.body = this.table.tBodies[0];
    this.heads = [...this.table.tHead.rows[0].cells];
    this.more = root.querySelector('.more button');
    this.columns = this.data.columns.map(unpackColumn);
    this.facets = {};
    for (const f of facetNames) this.facets[f] = unpackColumn(this.data.facets[f]);
    this.shown = this.heads.map(h => !h.hidden);
    this.order = {column: -1, down: false};
    this.limit = firstRows;
    this.table.tHead.addEventListener('click', e => {
      const head = e.target.closest('th');
      if (head) this.sort(head);
    });
    root.querySelector('.groups').addEventListener('change', e => this.show(Number(e.target.value), e.target.checked));
    this.more.addEventListener('click', () => { this.limit = Infinity; this.draw(); });
  }

  sort(head) {
    const order = nextOrder(head);
    this.order = {column: order ? this.heads.indexOf(head) : -1, down: order === 'descending'};
    this.draw();
  }

  show(group, on) {
    this.data.columns.forEach((c, i) => {
      if (c.group !== group) return;
      this.shown[i] = on;
      this.heads[i].hidden = !on;
    });
    this.draw();
  }

  // filter chooses rows anew, and returns how many there are.
  filter() {
    this.limit = firstRows;
    return this.draw();
  }

  rows() {
    const list = [];
    for (let i = 0; i < this.data.rows; i++) {
      if (facetNames.every(f => !chosen[f] || this.facets[f][i] === chosen[f])) list.push(i);
    }
    const {column, down} = this.order;
    if (column >= 0) {
      const texts = this.columns[column];
      list.sort((a, b) => compareTexts(texts[a], texts[b], down));
    }
    return list;
  }

  draw() {
    const list = this.rows();
    const part = document.createDocumentFragment();
    for (const i of list.slice(0, this.limit)) part.append(this.row(i));
    this.body.replaceChildren(part);
    const rest = list.length - Math.min(list.length, this.limit);
    this.more.hidden = rest === 0;
    this.more.textContent = `Show the other ${rest} rows`;
    return list.length;
  }

  row(i) {
    const row = document.createElement('tr');
    let head = true;
    this.data.columns.forEach((c, k) => {
      const cell = document.createElement(head && this.shown[k] ? 'th' : 'td');
      if (cell.tagName === 'TH') { cell.scope = 'row'; head = false; }
      cell.hidden = !this.shown[k];
      const text = this.columns[k][i];
      if (c.values) cell.className = 'num';
      const mark = c.marks?.[i] ?? '.';
      if (mark !== '.' && text !== '-') {
        const what = document.createElement(mark === 'b' ? 'b' : 'span');
        what.textContent = mark === 'b' ? text : text + '*';
        if (mark !== 'b') what.className = 'star';
        cell.append(what);
      } else {
        cell.textContent = text === '-' && c.values ? '–' : text;
      }
      row.append(cell);
    });
    return row;
  }
}
