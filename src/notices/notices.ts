import type { Transaction } from 'kysely';
import type { Tables } from '../store/tables.ts';
import type { NewEvent } from './events.ts';

/** Where alerts go. An event and its deliveries are kept in the transaction of what they tell of, and sent afterwards. */
export interface Notices {
  put(tx: Transaction<Tables>, event: NewEvent): Promise<void>;
}
