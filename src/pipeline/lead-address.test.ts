import { afterEach, beforeEach, expect, test } from 'vitest';
import type { WorkspaceRecord } from '../auth/directory.ts';
import { failureOf } from '../errors.testing.ts';
import type { Channel } from '../tools/channel.ts';
import type { LeadPush } from '../tools/leads/leads.ts';
import { leadAddress } from './lead-address.ts';
import { type Bed, pipelineBed, trains } from './pipeline.testing.ts';
import { scriptedLeads } from './scripted-leads.testing.ts';

let bed: Bed;
let workspace: WorkspaceRecord;
beforeEach(async () => {
  bed = await pipelineBed();
});
afterEach(() => bed.discard());

const pushing = scriptedLeads({ setUp: 'Paste it.' } as LeadPush).channel as Channel;
const wanted = async (channel: Channel, anew = false) => {
  workspace = await bed.pipeline.admission.workspace(bed.principal, bed.workspaceId);
  return leadAddress({
    addresses: bed.addresses,
    channel,
    workspace,
    actor: 'me',
    origin: 'https://adhelm.example',
    anew,
  });
};

test('a connected channel has one address until another is asked for', async () => {
  await bed.connect();
  const first = await wanted(pushing);
  expect(first).toEqual({
    url: expect.stringMatching(/^https:\/\/adhelm\.example\/pushes\/leads\/\w{43}$/),
    shared: expect.any(String),
    setUp: 'Paste it.',
  });
  expect(await wanted(pushing)).toEqual(first);
  expect((await wanted(pushing, true)).url).not.toBe(first.url);
});

test.each<[string, Channel, string, string]>([
  ['that takes no pushed leads', trains as Channel, 'unsupported', 'takes no pushed leads'],
  ['that is not connected', pushing, 'not_found', 'is not connected in the workspace "Acme"'],
])('of a channel %s no address is made', async (_, channel, code, words) => {
  const failure = await failureOf(wanted(channel));
  expect([failure.code, failure.message]).toEqual([code, expect.stringContaining(words)]);
  expect(await bed.store.db.selectFrom('lead_addresses').selectAll().execute()).toEqual([]);
});
