import type { Kind } from './kind.ts';

/** The account itself: it can be renamed and its tracking changed, nothing else. */
export const customer: Kind = {
  name: 'customer',
  collection: '',
  update() {},
};
