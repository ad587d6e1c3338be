// The chart of verdicts: a text for the mark that is pointed at or has the focus.

const tip = document.body.appendChild(Object.assign(document.createElement('div'), {className: 'tip', hidden: true}));
tip.setAttribute('aria-hidden', 'true'); // marks have the same text as their label

// showTip puts content next to a point of the screen, inside of it.
function showTip(content, x, y) {
  tip.replaceChildren(...[content].flat());
  tip.hidden = false;
  const {width, height} = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - width - 4))}px`;
  tip.style.top = `${y + 16 + height > innerHeight ? Math.max(4, y - height - 12) : y + 16}px`;
}
const hideTip = () => { tip.hidden = true; };
addEventListener('scroll', () => {
  const e = document.activeElement;
  if (e.matches('.dot')) e.dispatchEvent(new Event('focus')); else hideTip(); // the focus itself may scroll
}, {passive: true});
addEventListener('keydown', e => { if (e.key === 'Escape') hideTip(); });

// light makes one method stand out in all panels.
const dots = document.querySelectorAll('.dot');
function light(method) {
  for (const d of dots) d.classList.toggle('dim', method !== undefined && d.dataset.of !== method);
}
for (const e of document.querySelectorAll('[data-of]')) {
  const show = () => {
    light(e.dataset.of);
    const box = e.lastElementChild?.getBoundingClientRect();
    if (e.matches('.dot')) showTip(e.getAttribute('aria-label'), box.right, box.bottom);
  };
  const hide = () => { hideTip(); light(); };
  for (const event of ['pointerenter', 'focus']) e.addEventListener(event, show);
  for (const event of ['pointerleave', 'blur']) e.addEventListener(event, hide);
}
// Arrows go from mark to mark of a panel, of which the key Tab reaches one.
for (const dot of dots) dot.addEventListener('keydown', e => {
  const all = [...dot.parentNode.querySelectorAll('.dot')], by = {ArrowRight: -1, ArrowUp: -1, ArrowLeft: 1, ArrowDown: 1}[e.key];
  if (!by) return;
  e.preventDefault();
  const next = all[(all.indexOf(dot) + by + all.length) % all.length];
  dot.tabIndex = -1;
  next.tabIndex = 0;
  next.focus();
});
