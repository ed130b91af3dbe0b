import { ruleBroken } from '../errors.ts';
import type { Store } from '../state.ts';

const ACTIVE = 1;

/** An account that is disabled, in debt or closed can be read, not written. */
export function checkAccountActive(store: Store, id: string | undefined): void {
  const account = id === undefined ? undefined : store.findKind('AdAccount', id);
  if (!account || account.data.account_status === ACTIVE) return;
  throw ruleBroken(1404163, 'Advertising Access Restricted', 'This ad account cannot advertise: it is not active.');
}
