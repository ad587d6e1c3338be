// Pointer moves and zooms the plot with a mouse, a pen or fingers.
class Pointer {
  constructor(plot) {
    this.plot = plot;
    this.down = new Map(); // places of pointers by their number
    const c = plot.canvas;
    c.addEventListener('pointerdown', e => {
      c.setPointerCapture(e.pointerId);
      this.down.set(e.pointerId, e.offsetX);
      this.moved = false;
    });
    c.addEventListener('pointermove', e => this.move(e));
    for (const end of ['pointerup', 'pointercancel']) c.addEventListener(end, e => this.end(e));
    c.addEventListener('wheel', e => this.wheel(e), {passive: false});
  }

  move(e) {
    const {plot, down} = this;
    if (!plot.axis) return;
    if (!down.has(e.pointerId)) {
      plot.pickAt(e.offsetX, e.offsetY);
      return;
    }
    const before = [...down.values()], old = down.get(e.pointerId);
    if (down.size === 1 && !this.moved && Math.abs(e.offsetX - old) < 4) return;
    this.moved = true;
    down.set(e.pointerId, e.offsetX);
    const after = [...down.values()];
    const per = (plot.to - plot.from) / (plot.axis.right - plot.axis.left);
    if (down.size === 1) {
      const by = (old - e.offsetX) * per;
      plot.setWindow(plot.from + by, plot.to + by);
    } else {
      const gap = p => Math.max(Math.abs(p[0] - p[1]), 12);
      plot.zoom(gap(before) / gap(after), plot.axis.time((after[0] + after[1]) / 2));
      plot.axis.from = plot.from;
      plot.axis.to = plot.to;
    }
  }

  end(e) {
    this.down.delete(e.pointerId);
    if (!this.moved) this.plot.pickAt(e.offsetX, e.offsetY);
  }

  // wheel zooms where the plot was clicked before or Ctrl is held, so that the page still scrolls past it.
  wheel(e) {
    const {plot} = this;
    if (!plot.axis) return;
    if (Math.abs(e.deltaX) > Math.abs(e.deltaY)) {
      e.preventDefault();
      plot.pan(e.deltaX / 600);
    } else if (e.ctrlKey || document.activeElement === plot.canvas) {
      e.preventDefault();
      const lines = e.deltaMode === 1 ? 24 : 1;
      plot.zoom(Math.exp(Math.max(-120, Math.min(120, e.deltaY * lines)) / 250), plot.axis.time(e.offsetX));
    }
  }
}
