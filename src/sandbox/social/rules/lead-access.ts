import { DAY_MS } from '../../../ambient.ts';
import type { World } from '../../emulator.ts';
import type { LeadData } from '../state/shapes.ts';
import type { Store } from '../state.ts';

/** The platform hands a lead out for so long. */
export const KEPT_MS = 90 * DAY_MS;

/** Whether a lead can be read: it is not deleted and not too old, and its page is open to the caller. */
export function isHandedOut({ store, world }: { store: Store; world: World }, lead: LeadData): boolean {
  return isKept(lead, world.now()) && isOpen(store, lead.page);
}

/** Whether it is neither deleted nor too old. */
export function isKept({ deleted, created }: LeadData, now: number): boolean {
  return !deleted && created >= now - KEPT_MS;
}

/** A business may let only some people and apps see leads of a page; to others they do not exist. */
export function isOpen(store: Store, page: string): boolean {
  return !store.need('Page', page).data.leads_closed;
}
