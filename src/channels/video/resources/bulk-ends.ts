import { z } from 'zod';
import { Failure, invalidArguments } from '../../../errors.ts';
import { type BulkRow, changeEach, sendEach } from '../../../tools/bulk.ts';
import { notFound } from '../../../tools/not-found.ts';
import type { VideoClient } from '../client.ts';
import { AD_GROUPS, type AdGroup } from '../wire.ts';
import { placeOf } from './account.ts';
import { adGroupOf } from './ad-group.ts';
import { automationOf, pathFor, WHATEVER_STATUS } from './campaign.ts';
import { statusOf } from './fields.ts';
import { changedSchedule, refuseEndless, shownTimes } from './schedule.ts';

interface Row extends BulkRow {
  held: AdGroup | undefined;
}

/** Sets the end of several ad groups. The platform takes the schedule of one in a request, so each gets its own. */
export async function changeEnds(
  client: VideoClient,
  account: string,
  asked: { ids: readonly string[]; end_time: string },
  sent: (count: number, all: number) => void,
) {
  const { ids, end_time } = asked;
  const currency = await client.currency(account);
  const read = async (some: readonly string[]) => {
    const filtering = { adgroup_ids: some, ...WHATEVER_STATUS };
    const { items } = await client.list(AD_GROUPS, account, { limit: some.length, filtering });
    return new Map(items.map((one) => [one.adgroup_id, one]));
  };
  const shown = (held: AdGroup | undefined) => held && { end_time: adGroupOf(held, currency).end_time ?? null };
  const found = await read(ids);
  const rows = ids.map((id): Row => {
    const held = found.get(id);
    return {
      id,
      held,
      before: shown(held) ?? {},
      wanted: { end_time: shownTimes({ end_time }).end_time },
      refusal: refusalOf(account, id, held, end_time),
      about: { level: 'ad_group', ...(held && { name: held.adgroup_name, automation: automationOf(held) }) },
    };
  });
  return changeEach<Row>({
    what: 'ad groups',
    rows,
    send: (different) =>
      sendEach(
        different,
        ({ id, held }) => {
          const body = { adgroup_id: id, ...changedSchedule(held!, { end_time }) };
          return client.change(pathFor(held!, 'adgroup/update'), body, z.unknown(), account);
        },
        (count) => sent(count, different.length),
      ),
    async read(different) {
      const now = await read(different.map(({ id }) => id));
      return different.map(({ id }) => shown(now.get(id)));
    },
  });
}

function refusalOf(account: string, id: string, held: AdGroup | undefined, end_time: string): Failure | undefined {
  if (held === undefined || statusOf(held) === 'DELETE')
    return notFound({
      what: 'living ad group',
      field: 'ad_group_id',
      id,
      list: 'list_ad_groups',
      ...placeOf(account),
    });
  try {
    refuseEndless(held, { end_time });
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  const { start_time } = adGroupOf(held, '');
  const isBefore = end_time !== 'none' && start_time !== undefined && Date.parse(end_time) <= Date.parse(start_time);
  const message = `must be after its start, ${start_time}`;
  return isBefore ? invalidArguments([{ field: 'end_time', message }]) : undefined;
}
