import type { WorkspaceRecord } from '../auth/directory.ts';
import { type TokenHealth, tokenHealth } from '../tools/token-health.ts';
import { connectable } from './connecting.ts';
import { iso } from './key-views.ts';
import type { WebParts } from './web-parts.ts';

export interface ConnectionCard {
  channel: string;
  title: string;
  state: 'connected' | 'expiring' | 'expired' | 'not_connected';
  mode: 'sandbox' | 'live' | null;
  account: string | null;
  accounts: string[] | null;
  identity: string | null;
  tokenHealth: TokenHealth | null;
  options: Record<string, string>;
  updatedAt: string | null;
}

const EXPIRING_DAYS = 7;

/** One card for each channel that can be connected, with the state of its connection in this workspace. */
export async function connectionCards(parts: WebParts, workspace: WorkspaceRecord): Promise<ConnectionCard[]> {
  const stored = await parts.home.connections.list(workspace.id);
  return Promise.all(
    connectable(parts).map(async (channel): Promise<ConnectionCard> => {
      const { name, title } = channel;
      const record = stored.find((one) => one.channel === name);
      const view = workspace.connections.find((one) => one.channel === name);
      if (!record)
        return {
          channel: name,
          title,
          state: 'not_connected',
          mode: null,
          account: null,
          accounts: null,
          identity: null,
          tokenHealth: null,
          options: {},
          updatedAt: null,
        };
      const held = await parts.home.connections.credentials(record.id, record.version);
      const health = tokenHealth(channel, held, parts.ambient.now());
      const left = health.renewsItself || health.daysLeft === null ? Number.POSITIVE_INFINITY : health.daysLeft;
      return {
        channel: name,
        title,
        state: left < 0 ? 'expired' : left <= EXPIRING_DAYS ? 'expiring' : 'connected',
        mode: record.mode,
        account: record.account ?? null,
        accounts: view?.accounts ? [...view.accounts] : null,
        identity: record.identity ?? null,
        tokenHealth: health,
        options: { ...record.options },
        updatedAt: iso(record.updatedAt),
      };
    }),
  );
}
