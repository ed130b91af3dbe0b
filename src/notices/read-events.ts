import type { NewEvent } from './events.ts';

/** Events of one source, from a kept position on. `next`: where to go on; `more`: at once. */
export interface ReadEvents {
  events: NewEvent[];
  next: number;
  more: boolean;
}
