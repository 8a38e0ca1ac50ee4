// What fingers and mice do on the timetable. Knows nothing of what is drawn; says what was meant.
//
// Mouse: drag on an empty place draws a window, on a reservation moves it, with shift or on the axis pans; the wheel pans
// sideways, and zooms with ctrl. Touch: one finger pans, two zoom, and one draws while `draws` is on.

const CLICK = 5;

/**
 * @param target on whom: places(x, y) gives what is there; pan(pixels), zoom(factor, x), hover(x, y) and leave(); click(x,
 *   y); begin(x, y) says whether a drag there means something, then drag(x, y), and drop() or cancel()
 */
export class Gestures {
  #target;
  #pointers = new Map();
  #mode = 'none';
  #start = null;
  draws = false;

  constructor(surface, axis, target) {
    this.#target = target;
    for (const element of [surface, axis]) {
      element.addEventListener('pointerdown', (event) => this.#down(event, element === axis));
      element.addEventListener('pointermove', (event) => this.#move(event));
      element.addEventListener('pointerup', (event) => this.#up(event));
      element.addEventListener('pointercancel', () => this.#cancel());
      element.addEventListener('wheel', (event) => this.#wheel(event), { passive: false });
    }
    surface.addEventListener('pointerleave', () => target.leave());
    surface.addEventListener('keydown', (event) => event.key === 'Escape' && this.#cancel());
  }

  #down(event, isAxis) {
    if (event.button > 1) {
      return;
    }
    event.currentTarget.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, event);
    this.#start = event;
    if (this.#pointers.size === 2) {
      this.#target.cancel();
      this.#mode = 'pinch';
      return;
    }
    const pans = isAxis || event.shiftKey || event.button === 1 || (event.pointerType === 'touch' && !this.draws);
    this.#mode = pans ? 'pan' : 'press';
  }

  #move(event) {
    const before = this.#pointers.get(event.pointerId);
    if (!before) {
      this.#target.hover(event.offsetX, event.offsetY);
      return;
    }
    if (this.#mode === 'pinch') {
      this.#pinch(before, event);
    } else if (this.#mode === 'pan') {
      this.#target.pan(before.clientX - event.clientX);
    } else if (this.#mode === 'press' && this.#far(event)) {
      this.#mode = this.#target.begin(this.#start.offsetX, this.#start.offsetY) ? 'drag' : 'pan';
    }
    if (this.#mode === 'drag') {
      this.#target.drag(event.offsetX, event.offsetY);
    }
    this.#pointers.set(event.pointerId, event);
  }

  #far(event) {
    return Math.hypot(event.clientX - this.#start.clientX, event.clientY - this.#start.clientY) > CLICK;
  }

  #pinch(before, event) {
    const other = [...this.#pointers.values()].find((each) => each.pointerId !== event.pointerId);
    const was = Math.max(20, Math.abs(before.clientX - other.clientX));
    const is = Math.max(20, Math.abs(event.clientX - other.clientX));
    this.#target.zoom(was / is, (event.offsetX + other.offsetX) / 2);
  }

  #up(event) {
    const mode = this.#mode;
    this.#pointers.delete(event.pointerId);
    this.#mode = 'none';
    if (mode === 'drag') {
      this.#target.drop();
    } else if (mode === 'press' || (mode === 'pan' && !this.#far(event))) {
      this.#target.click(event.offsetX, event.offsetY);
    }
  }

  #cancel() {
    this.#pointers.clear();
    this.#mode = 'none';
    this.#target.cancel();
  }

  #wheel(event) {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      this.#target.zoom(Math.exp(Math.max(-60, Math.min(60, event.deltaY)) / 150), event.offsetX);
    } else if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      event.preventDefault();
      this.#target.pan(event.deltaX || event.deltaY);
    }
  }
}
