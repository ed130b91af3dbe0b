import { type Connected, eachListed, knownAccount } from '../reports/fan-out.ts';
import type { Missing } from '../reports/missing-sources.ts';
import type { Money } from '../tools/money.ts';
import type { ListedAccount } from '../tools/report/reporting.ts';
import type { LiveObject } from '../tools/stopping.ts';
import { costOfEach } from './daily-cost.ts';
import type { StopContext } from './status-changes.ts';

/** What is on in one account, at the levels that a stop pauses. */
interface DeliveringAccount {
  channel: string;
  mode: Connected['place']['mode'];
  account: string;
  name: string;
  objects: (LiveObject & { aDay?: Money })[];
}

/** What a stop would pause now, read from the platforms as a stop reads it. `silent`: what could not be read. */
export async function delivering(context: StopContext): Promise<{ accounts: DeliveringAccount[]; silent: Missing[] }> {
  const accounts: DeliveringAccount[] = [];
  const missing = await eachListed({}, context, async (connected, account) => {
    const found = await deliveringIn(connected, account);
    if (found) accounts.push(found);
  });
  return { accounts, silent: missing.filter(({ code }) => code !== 'not_connected') };
}

async function deliveringIn(
  { place, reporting, connect }: Connected,
  listed: ListedAccount,
): Promise<DeliveringAccount | undefined> {
  const { stopping, name: channel } = place.channel;
  if (!stopping) return undefined;
  const { client } = connect(listed);
  const account = await knownAccount(reporting, client, listed);
  if (!account) return undefined;
  const live = await stopping.live(client, account.id);
  if (live.length === 0) return undefined;
  const budgets = await stopping.budgets(client, account.id, live);
  const costs = new Map(costOfEach(budgets, new Set(live)).map(({ object, aDay }) => [object, aDay]));
  const objects = live.map((one) => ({ ...one, ...(costs.has(one) && { aDay: costs.get(one)! }) }));
  return { channel, mode: place.mode, account: account.id, name: account.name || account.id, objects };
}
