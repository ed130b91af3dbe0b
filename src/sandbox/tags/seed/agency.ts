import type { Store } from '../state.ts';
import { saveAccount, savePermission } from './accounts.ts';
import { ContainerBuilder } from './builder.ts';
import { ALL_PAGES, tag, text } from './parts.ts';

const CLIENTS = 30;
const FIRST_ACCOUNT = 6_002_000_001;
const FIRST_CONTAINER = 8_001;

/** The account of a holding whose every shop has a container. */
export const HOLDING = { account: '6002000099', containers: 105, firstContainer: 9_001 };

/** An agency: thirty clients with one to four containers each, and one with more than two pages of them. */
export function seedAgency(store: Store, email: string): void {
  let container = FIRST_CONTAINER;
  for (let client = 0; client < CLIENTS; client++) {
    const account = String(FIRST_ACCOUNT + client);
    saveAccount(store, account, `Client ${client + 1}`);
    const ids = Array.from({ length: 1 + (client % 4) }, () => String(container++));
    for (const id of ids) seedShop(store, account, id, `client${client + 1}-${id}.example`);
    savePermission(store, account, email, 'user', access(ids));
  }
  saveAccount(store, HOLDING.account, 'Globex Holding');
  const ids = Array.from({ length: HOLDING.containers }, (_, n) => String(HOLDING.firstContainer + n));
  for (const id of ids) seedShop(store, HOLDING.account, id, `shop${id}.globex.example`);
  savePermission(store, HOLDING.account, email, 'user', access(ids));
}

function access(ids: readonly string[]) {
  return ids.map((containerId) => ({ containerId, permission: 'publish' as const }));
}

function seedShop(store: Store, accountId: string, containerId: string, name: string): void {
  const publicId = `GTM-GLBX${containerId}`;
  const build = new ContainerBuilder(store, { accountId, containerId, name, publicId, usageContext: ['web'] });
  build.add('tag', tag('Google tag', 'googtag', [ALL_PAGES], [text('tagId', `G-GLBX00${containerId}`)]));
  build.publish(build.version('First'));
}
