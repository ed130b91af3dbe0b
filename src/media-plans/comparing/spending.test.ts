import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { JobPlace } from '../../pipeline/call.ts';
import { type Bed, pipelineBed, toolOf, trains, yard } from '../../pipeline/pipeline.testing.ts';
import { pageArguments, questionArguments } from '../../reports/question.ts';
import { channelOf } from '../../reports/scripted-channel.testing.ts';
import type { MediaPlanning } from '../../tools/media-planning.ts';
import type { RunningAccount } from '../running-accounts.ts';
import { Spending } from './spending.ts';

const MOST = 20_000;
const days = { start: '2026-01-05', end: '2026-01-12' };

let bed: Bed;
beforeEach(async () => {
  bed = await pipelineBed();
  await bed.connect();
});
afterEach(() => bed.discard());

/** What is known after an account with so many campaigns was read, each of which has spent one dollar. */
async function spending(campaigns: number) {
  const rows = Array.from({ length: campaigns }, (_, at) => ({ id: `${at}`, cost: 1 }));
  const { reporting } = channelOf('trains', [{ id: '1', rows }]);
  const [account] = await reporting!.accounts(undefined);
  bed.pipeline.tools = [
    toolOf(yard, { name: 'report', input: z.strictObject({ ...questionArguments, ...pageArguments }) }),
    toolOf({ ...trains, reporting: reporting! }),
  ];
  const workspace = await bed.pipeline.admission.workspace(bed.principal, undefined);
  const job = { pipeline: bed.pipeline, call: bed.call(), workspace } as unknown as JobPlace;
  const found = new Spending();
  const planning = { groupsAreCampaigns: false } as unknown as MediaPlanning;
  const running = { channel: 'trains', account, planning, campaigns: [], now: bed.ambient.now() } as RunningAccount;
  await found.read(job, [{ account: running, days }]);
  return found;
}

test('what up to 20,000 campaigns have spent is read page by page; of more it is missing, and not a part of it', async () => {
  const all = await spending(MOST);
  expect(all.of('trains', '1', days)?.byCampaign.size).toBe(MOST);
  expect(all.missing).toEqual([]);
  const tooMany = await spending(MOST + 1);
  expect(tooMany.of('trains', '1', days)).toBeUndefined();
  expect(tooMany.missing).toEqual([
    expect.objectContaining({ channel: 'trains', account: '1', reason: expect.stringContaining('More than 20000') }),
  ]);
});
