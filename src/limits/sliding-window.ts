const SLOTS = 60;
/** A window that begins inside a slot touches one slot more than it holds. */
const CAPACITY = SLOTS + 1;

/**
 * The points that one subject spent lately, in slots of a sixtieth of the window. A slot expires as a whole, one window
 * after its last point: never early, so no span as long as the window exceeds the limit, and at most one slot late.
 */
export class SlidingWindow {
  readonly #windowMs: number;
  readonly #slotMs: number;
  readonly #points = new Float64Array(CAPACITY);
  readonly #lastAt = new Float64Array(CAPACITY);
  #oldest = 0;
  #count = 0;
  #used = 0;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
    this.#slotMs = Math.ceil(windowMs / SLOTS);
  }

  copy(): SlidingWindow {
    const copy = new SlidingWindow(this.#windowMs);
    copy.#points.set(this.#points);
    copy.#lastAt.set(this.#lastAt);
    copy.#oldest = this.#oldest;
    copy.#count = this.#count;
    copy.#used = this.#used;
    return copy;
  }

  used(nowMs: number): number {
    while (this.#count > 0 && this.#lastAt[this.#oldest]! + this.#windowMs <= nowMs) {
      this.#used -= this.#points[this.#oldest]!;
      this.#oldest = (this.#oldest + 1) % CAPACITY;
      this.#count--;
    }
    return this.#used;
  }

  spend(nowMs: number, points: number): void {
    if (points === 0) return;
    this.used(nowMs);
    if (this.#count === 0 || this.#slotOf(this.#lastAt[this.#at(this.#count - 1)]!) < this.#slotOf(nowMs)) {
      this.#points[this.#at(this.#count++)] = 0;
    }
    const newest = this.#at(this.#count - 1);
    this.#points[newest]! += points;
    this.#lastAt[newest] = nowMs;
    this.#used += points;
  }

  /** Milliseconds until at most `points` of the present ones still count. */
  msUntilAtMost(points: number, nowMs: number): number {
    let left = this.used(nowMs);
    let waitMs = 0;
    for (let index = 0; left > points && index < this.#count; index++) {
      left -= this.#points[this.#at(index)]!;
      waitMs = this.#lastAt[this.#at(index)]! + this.#windowMs - nowMs;
    }
    return waitMs;
  }

  msUntilEmpty(nowMs: number): number {
    return this.used(nowMs) === 0 ? 0 : this.#lastAt[this.#at(this.#count - 1)]! + this.#windowMs - nowMs;
  }

  #at(index: number): number {
    return (this.#oldest + index) % CAPACITY;
  }

  #slotOf(atMs: number): number {
    return Math.floor(atMs / this.#slotMs);
  }
}
