import { readdirSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import type { VideoClient } from './client.ts';
import { testLead } from './leads.ts';
import { sandboxed } from './sandboxed.testing.ts';

/** Every write tool with its connection cut before and after the platform made the change. */
const { call, refusal, ledger, fault, clearFaults, requests, service, client } = sandboxed();

// biome-ignore lint/suspicious/noExplicitAny: tests read replies of any shape
type Any = any;
interface Write {
  tool: string;
  /** The changing request. */
  path: string;
  args(): Promise<Any>;
  what?: string;
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const MP4 = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0').toString('base64');

let made = 0;
const fresh = (word: string) => `${word} ${++made}`;

const manual = async () =>
  (await call('create_campaign', { campaign_name: fresh('C'), objective: 'TRAFFIC' })).campaign.id as string;
const steered = async () =>
  (
    await call('create_campaign', {
      campaign_name: fresh('S'),
      objective: 'WEB_CONVERSIONS',
      automation: 'SMART_PLUS',
      budget_mode: 'BUDGET_MODE_DYNAMIC_DAILY_BUDGET',
      budget_optimize_on: true,
      budget: 60,
    })
  ).campaign.id as string;
const manualGroup = async () => ({
  campaign_id: await manual(),
  ad_group_name: fresh('G'),
  optimization_goal: 'CLICK',
  location_ids: ['6252001'],
  budget: 40,
});
const smartGroup = async () => ({
  campaign_id: await steered(),
  ad_group_name: fresh('SG'),
  optimization_goal: 'CONVERT',
  location_ids: ['6252001'],
  pixel_id: (await call('list_pixels')).pixels[0].id,
  optimization_event: 'SHOPPING',
});
const groupId = async (group: Any) => (await call('create_ad_group', group)).ad_group.id as string;
const parts = async () => {
  const { identities } = await call('get_identities');
  const { id: identity_id } = identities.find(({ kind, usable }: Any) => kind === 'TT_USER' && usable);
  const { id: video_id } = (await call('list_videos')).videos.find(({ ready }: Any) => ready);
  const [{ id: image_id }] = (await call('list_images', { name_contains: 'cover' })).images;
  return { identity_id, video_id, image_id, landing_page_url: 'https://acme.example' };
};
const manualAd = async () => {
  const { image_id, ...rest } = await parts();
  const ad_group_id = await groupId(await manualGroup());
  return { ...rest, ad_group_id, image_ids: [image_id], ad_name: fresh('A'), ad_text: 'x', call_to_action: 'SHOP_NOW' };
};
const smartAd = async () => {
  const { image_id, video_id, ...rest } = await parts();
  const ad_group_id = await groupId(await smartGroup());
  const lists = { creatives: [{ video_id, image_id }], ad_texts: ['x'], call_to_actions: ['SHOP_NOW'] };
  return { ...rest, ...lists, ad_group_id, ad_name: fresh('SA') };
};
const adId = async (ad: Any) => (await call('create_ad', ad)).ad.id as string;
const emails = Array.from({ length: 900 }, (_, place) => `p${place}@acme.example`);
const audience = async () =>
  (await call('create_audience', { name: fresh('P'), emails: emails.slice(0, 3) })).audience.id as string;

const action = async () =>
  (await call('create_conversion_action', { name: fresh('E'), event: 'lead' })).conversion_action.id as string;

/** A form has one test lead at a time. */
const formWithoutTestLead = async () => {
  const { lead_forms } = await call('list_lead_forms');
  const { id: form } = lead_forms.find(({ usable }: Any) => usable);
  const { client: connected, account } = await client<VideoClient>();
  const held = await testLead(connected, account, form);
  if (held) await connected.change('page/lead/mock/delete', { lead_id: held.id }, z.unknown(), account);
  return { form };
};
const CREATES: Write[] = [
  {
    tool: 'create_campaign',
    path: '/campaign/create/',
    args: async () => ({ campaign_name: fresh('C'), objective: 'TRAFFIC' }),
  },
  {
    tool: 'create_campaign',
    what: 'Smart+',
    path: 'smart_plus/campaign/create/',
    args: async () => ({ campaign_name: fresh('L'), objective: 'LEAD_GENERATION', automation: 'SMART_PLUS' }),
  },
  { tool: 'create_ad_group', path: '/adgroup/create/', args: manualGroup },
  { tool: 'create_ad_group', what: 'Smart+', path: 'smart_plus/adgroup/create/', args: smartGroup },
  { tool: 'create_ad', path: '/ad/create/', args: manualAd },
  { tool: 'create_ad', what: 'Smart+', path: 'smart_plus/ad/create/', args: smartAd },
  {
    tool: 'duplicate_ad_group',
    path: '/adgroup/create/',
    args: async () => ({ ad_group_id: await groupId(await manualGroup()), ad_group_name: fresh('DG') }),
  },
  {
    tool: 'duplicate_campaign',
    path: 'campaign/copy/task/create/',
    args: async () => ({
      campaign_id: (await call('list_ads', { limit: 100 })).ads.find(({ automation }: Any) => automation === 'MANUAL')
        .campaign_id,
      campaign_name: fresh('DC'),
      end_time: '2027-06-30T00:00:00Z',
    }),
  },
  {
    tool: 'duplicate_campaign',
    what: 'alone',
    path: '/campaign/create/',
    args: async () => ({ campaign_id: await manual(), campaign_name: fresh('DA'), contents: 'none' }),
  },
  {
    tool: 'duplicate_ad',
    path: '/ad/create/',
    args: async () => ({ ad_id: await adId(await manualAd()), ad_name: fresh('D') }),
  },
  {
    tool: 'upload_image',
    path: 'image/ad/upload/',
    args: async () => ({ image_base64: PNG, name: `${fresh('i')}.png` }),
  },
  {
    tool: 'upload_video',
    path: 'video/ad/upload/',
    args: async () => ({ video_base64: MP4, name: `${fresh('v')}.mp4` }),
  },
  {
    tool: 'create_audience',
    path: 'custom_audience/create/',
    args: async () => ({ name: fresh('P'), emails }),
  },
  {
    tool: 'create_audience',
    what: 'lookalike',
    path: 'lookalike/create/',
    args: async () => {
      const [{ id }] = (await call('list_audiences', { limit: 100 })).audiences.filter(
        ({ kind, usable }: Any) => usable && kind === 'Customer File Audience',
      );
      return { name: fresh('L'), source_audience_id: id, location_ids: ['6252001'] };
    },
  },
  { tool: 'create_test_lead', path: 'lead/mock/create/', args: formWithoutTestLead },
  {
    tool: 'create_conversion_action',
    path: 'pixel/event/create/',
    args: async () => ({ name: fresh('E'), event: 'lead' }),
  },
];

const switched = (tool: string, path: string, field: string, idOf: () => Promise<string>, what = ''): Write[] =>
  ['ENABLE', 'DELETE'].map((status) => ({
    tool,
    path,
    what: `${status} ${what}`,
    args: async () => ({ [field]: await idOf(), status }),
  }));

const CHANGES: Write[] = [
  {
    tool: 'update_campaign',
    path: '/campaign/update/',
    args: async () => ({ campaign_id: await manual(), campaign_name: fresh('R') }),
  },
  {
    tool: 'update_campaign',
    what: 'Smart+',
    path: 'smart_plus/campaign/update/',
    args: async () => ({ campaign_id: await steered(), budget: 70 }),
  },
  ...switched('update_campaign', '/campaign/status/update/', 'campaign_id', manual),
  ...switched('update_campaign', 'smart_plus/campaign/status/update/', 'campaign_id', steered, 'Smart+'),
  {
    tool: 'update_ad_group',
    path: '/adgroup/update/',
    args: async () => ({ ad_group_id: await groupId(await manualGroup()), budget: 50 }),
  },
  {
    tool: 'update_ad_group',
    what: 'Smart+',
    path: 'smart_plus/adgroup/update/',
    args: async () => ({ ad_group_id: await groupId(await smartGroup()), gender: 'GENDER_MALE' }),
  },
  ...switched('update_ad_group', '/adgroup/status/update/', 'ad_group_id', async () => groupId(await manualGroup())),
  ...switched('update_ad', '/ad/status/update/', 'ad_id', async () => adId(await manualAd())),
  { tool: 'update_ad', path: '/ad/update/', args: async () => ({ ad_id: await adId(await manualAd()), ad_text: 'y' }) },
  {
    tool: 'update_ad',
    what: 'Smart+',
    path: 'smart_plus/ad/update/',
    args: async () => ({ ad_id: await adId(await smartAd()), ad_texts: ['y'] }),
  },
  {
    tool: 'bulk_update',
    path: '/campaign/status/update/',
    args: async () => ({ campaign_ids: [await manual(), await manual()], status: 'ENABLE' }),
  },
  {
    tool: 'update_audience',
    path: 'custom_audience/update/',
    args: async () => {
      const { audiences } = await call('list_audiences', { limit: 100 });
      const { id: audience_id } = audiences.find(
        ({ kind, usable }: Any) => usable && kind === 'Customer File Audience',
      );
      return { audience_id, name: fresh('Customers') };
    },
  },
  {
    tool: 'update_conversion_action',
    path: 'pixel/event/update/',
    args: async () => ({ conversion_action_id: await action(), name: fresh('E') }),
  },
  {
    tool: 'delete_audience',
    path: 'custom_audience/delete/',
    args: async () => ({ audience_id: await audience() }),
  },
];

beforeEach(() => clearFaults());

/** Several cuts in a row would open the breaker; one good reply closes it again. */
const heal = () => call('list_pixels');

const named = (writes: Write[]) => writes.map((write) => [`${write.tool} ${write.what ?? ''}`.trim(), write] as const);
const newest = async () => Math.max(0, ...(await requests()).map(({ seq }) => seq));
const sentSince = async (seq: number, path: string) =>
  (await requests()).filter((one) => one.seq > seq && one.path.endsWith(path.replace(/^\//, ''))).length;

test('every tool that changes anything is in the tables', async () => {
  const files = readdirSync(new URL('tools', import.meta.url)).filter((name) => !name.includes('.test.'));
  const tools: { name: string; access: string }[] = await Promise.all(
    files.map(async (file) => (await import(`./tools/${file}`)).default),
  );
  // Events are sent again, because the platform drops a second one: the tool's own test shows it.
  const writes = tools
    .filter(({ access, name }) => access !== 'read' && name !== 'send_conversions')
    .map(({ name }) => name);
  expect([...new Set([...CREATES, ...CHANGES].map(({ tool }) => tool))].sort()).toEqual(writes.sort());
});

test.each(named(CREATES))(
  '%s is sent once, and what became of it is not guessed',
  async (_, { tool, path, args }) => {
    for (const [kind, effects] of [
      ['cut_before', 0],
      ['cut_after', 1],
    ] as const) {
      const given = await args();
      await heal();
      const [before, seq] = [(await ledger({ kind: 'create' })).length, await newest()];
      await fault(kind, `POST .*${path}`);
      const error = await refusal(tool, given);
      expect(error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown', retryable: false });
      expect(error.next_step).toMatch(/list_/);
      expect(await sentSince(seq, path)).toBe(1);
      const own = (await ledger({ kind: 'create' }))
        .slice(before)
        .filter(({ resource }) => resource !== 'audience_file');
      expect(own).toHaveLength(effects);
    }
  },
  60_000,
);

const isDone = (reply: Any) =>
  reply.results ? reply.changed === reply.results.length : (reply.deleted ?? Object.keys(reply.applied).length > 0);

test.each(named(CHANGES))(
  '%s is looked at before it is answered',
  async (_, { tool, path, args }) => {
    // The request never arrived: it is resent while the retry budget lasts, else the error says unknown and names a read.
    for (const times of [1, 9]) {
      const given = await args();
      await fault('cut_before', `POST .*${path}`, { times });
      const { isError, result } = await service().call('video', tool, given);
      if (!isError) expect([times, isDone(result)]).toEqual([1, true]);
      else expect(result.error).toMatchObject({ code: 'outcome_unknown', next_step: expect.stringContaining('list_') });
      await clearFaults();
    }
    // The change was made and the reply lost, or the resent request is refused as already done: the read shows the change.
    for (const times of [1, 9]) {
      const given = await args();
      await fault('cut_after', `POST .*${path}`, { times });
      const reply = await call(tool, given);
      expect([isDone(reply), reply.not_applied ?? []]).toEqual([true, []]);
      await clearFaults();
    }
  },
  120_000,
);

const BUDGETS: Write[] = [
  {
    tool: 'update_campaign',
    path: '/campaign/update/',
    args: async () => {
      const args = { campaign_name: fresh('B'), objective: 'TRAFFIC', budget_mode: 'BUDGET_MODE_DAY', budget: 60 };
      return { campaign_id: (await call('create_campaign', args)).campaign.id, budget: 80 };
    },
  },
  CHANGES.find(({ path }) => path === 'smart_plus/campaign/update/')!,
  CHANGES.find(({ path }) => path === '/adgroup/update/')!,
];

test.each(named(BUDGETS))('%s says when a budget was answered OK and not applied', async (_, { tool, path, args }) => {
  const given = await args();
  await fault('accepted_not_applied', `POST .*${path}`);
  const reply = await call(tool, given);
  expect(reply).toMatchObject({ applied: {}, not_applied: ['budget'] });
  expect((await call(tool, given)).not_applied).toEqual([]);
});
