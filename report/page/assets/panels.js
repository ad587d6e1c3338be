// The chart of verdicts: a switch of what is across, and a text for the mark that is pointed at or has the focus.

const tip = document.body.appendChild(Object.assign(document.createElement('div'), {className: 'tip', hidden: true}));
tip.setAttribute('aria-hidden', 'true'); // marks have the same text as their label

// showTip puts content beside a place on the screen, inside of it.
function showTip(content, x, y) {
  tip.replaceChildren(...[content].flat());
  tip.hidden = false;
  const {width, height} = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - width - 4))}px`;
  tip.style.top = `${y + 16 + height > innerHeight ? Math.max(4, y - height - 12) : y + 16}px`;
}
const hideTip = () => { tip.hidden = true; };
addEventListener('scroll', hideTip, {passive: true});
addEventListener('keydown', e => { if (e.key === 'Escape') hideTip(); });

for (const panels of document.querySelectorAll('.panels')) {
  const dots = [...panels.querySelectorAll('.dot')];
  // light makes one method stand out in all panels.
  const light = method => {
    for (const d of dots) d.classList.toggle('dim', method !== undefined && d.dataset.method !== method);
  };
  const show = dot => {
    const box = dot.lastElementChild.getBoundingClientRect();
    showTip(dot.getAttribute('aria-label'), box.right, box.bottom);
    light(dot.dataset.method);
  };
  const hide = () => { hideTip(); light(); };
  for (const dot of dots) {
    dot.addEventListener('pointerenter', () => show(dot));
    dot.addEventListener('pointerleave', hide);
    dot.addEventListener('focus', () => show(dot));
    dot.addEventListener('blur', hide);
    dot.addEventListener('keydown', e => {
      const all = [...dot.parentNode.querySelectorAll('.dot')], by = {ArrowRight: -1, ArrowUp: -1, ArrowLeft: 1, ArrowDown: 1}[e.key];
      if (!by) return;
      e.preventDefault();
      const next = all[(all.indexOf(dot) + by + all.length) % all.length];
      dot.tabIndex = -1;
      next.tabIndex = 0;
      next.focus();
    });
  }
  for (const key of panels.nextElementSibling?.querySelectorAll('[data-method]') ?? []) {
    key.addEventListener('pointerenter', () => light(key.dataset.method));
    key.addEventListener('pointerleave', () => light());
  }
}

// setAcross shows the marks across what is named: loss or bound.
function setAcross(what) {
  for (const panels of document.querySelectorAll('.panels')) {
    const now = panels.classList.contains('by-bound') ? 'bound' : 'loss';
    if (now === what) continue;
    panels.classList.toggle('by-bound');
    for (const dot of panels.querySelectorAll('.dot')) {
      const before = dot.getAttribute('transform').slice(10, -1).split(',')[0];
      dot.setAttribute('transform', `translate(${dot.dataset.x},${dot.dataset.y})`);
      dot.dataset.x = before;
    }
  }
}
for (const choice of document.querySelectorAll('[name=across]')) choice.addEventListener('change', () => setAcross(choice.value));
