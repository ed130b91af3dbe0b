import type { Kind } from './kind.ts';
import { checkTracking } from './urls.ts';

/** The account itself: it can be renamed and its tracking changed, nothing else. */
export const customer: Kind = {
  name: 'customer',
  collection: '',
  update(_session, _entity, after, complaints) {
    checkTracking(after, complaints);
  },
};
