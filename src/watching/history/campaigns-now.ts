import type { Reading } from '../../reports/fan-out.ts';
import type { Holding } from '../../tools/exposure.ts';
import type { Entity } from '../../tools/report/reporting.ts';
import type { KeptCampaign } from './kept-reading.ts';

/**
 * Campaigns as they are now: those that are switched on, and besides those with these ids. A campaign is on when it has begun and
 * not ended, and so has something below it, where the channel reads that.
 */
export async function campaignsNow(
  reading: Reading,
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
): Promise<KeptCampaign[]> {
  const running = await runningCampaigns(reading);
  return lookedUp(reading, [...new Set([...ids, ...(running ?? [])])], names, (id, entity) =>
    running ? running.has(id) : entity !== undefined && canBePaused(reading, id, entity),
  );
}

/** Campaigns that only earlier days tell of. */
export function endedCampaigns(
  reading: Reading,
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
): Promise<KeptCampaign[]> {
  return lookedUp(reading, ids, names, () => false);
}

async function lookedUp(
  { reporting, client, account }: Reading,
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
  isLive: (id: string, entity: Entity | undefined) => boolean,
): Promise<KeptCampaign[]> {
  if (ids.length === 0) return [];
  const entities = await reporting.entities(client, account, 'campaign', ids);
  return ids.map((id) => {
    const entity = entities.get(id);
    return {
      id,
      name: entity?.name || names.get(id) || '',
      status: entity?.status ?? 'UNKNOWN',
      isLive: isLive(id, entity),
      ...(entity?.budget && { budget: entity.budget }),
    };
  });
}

/** Undefined: the channel does not tell what may spend. */
async function runningCampaigns({ place, reporting, client, account, platformNow }: Reading) {
  const { exposure } = place.channel;
  if (!exposure) return undefined;
  const now = platformNow();
  const { objects } = await exposure.read(client, account.id, now);
  const below = Map.groupBy(objects, ({ parent }) => parent);
  const isOn = ({ on, start, end }: Holding) => on && (start ?? now) <= now && (end ?? Number.POSITIVE_INFINITY) > now;
  const running = objects.filter((one) => {
    const children = below.get(one.id) ?? [];
    return one.level === reporting.levels.campaign.kind && isOn(one) && (children.length === 0 || children.some(isOn));
  });
  return new Set(running.map(({ id }) => id));
}

/** A change is offered for what runs only. */
function canBePaused({ reporting, account }: Reading, id: string, entity: Entity): boolean {
  return reporting.changes({ ...entity, level: 'campaign', account: account.id, id }).length > 0;
}
