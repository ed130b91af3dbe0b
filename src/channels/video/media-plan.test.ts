import { expect, test } from 'vitest';
import { plannedGroup } from '../../../test/planned-calls.ts';
import { type PlanningAccount, plannedAd, planningSuite } from '../../../test/planning-suite.ts';
import { sandboxed } from '../../../test/sandboxed.ts';
import type { VideoClient } from './client.ts';
import { mediaPlanning } from './media-plan.ts';

const sandbox = sandboxed('video');
const { call, client, workspaceNamed } = sandbox;

async function open(currency: 'USD' | 'JPY'): Promise<PlanningAccount<VideoClient>> {
  const workspace = currency === 'JPY' ? 'Acme Japan' : 'Acme';
  const { client: opened, account } = await client<VideoClient>(workspace);
  const where = { workspaceId: await workspaceNamed(workspace) };
  const { identities } = await call('get_identities', where);
  const { pixels } = await call('list_pixels', where);
  const { instant_forms: forms } = await call('list_instant_forms', where);
  const { videos } = await call('list_videos', where);
  const { images } = await call('list_images', where);
  const { audiences } = await call('list_audiences', where);
  return {
    client: opened,
    account,
    currency,
    zone: (await opened.advertiser(account)).timezone,
    now: opened.session.platformNow(),
    where,
    defaults: {
      identity_id: identities.find((one: { kind: string; usable: boolean }) => one.kind === 'TT_USER' && one.usable).id,
      pixel_id: pixels[0].id,
      instant_form_id: forms[0].id,
      app_id: '7000000000000000001',
      app_system: 'ANDROID',
    },
    perDollar: currency === 'JPY' ? 100 : 1,
    countries: currency === 'JPY' ? ['JP'] : ['US', 'CA'],
    media: [`${videos[0].id} ${images[0].id}`, videos[0].id, images[0].id],
    audiences: audiences
      .filter(({ name }: { name: string }) => !/tiny/i.test(name))
      .slice(0, 2)
      .map(({ id }: { id: string }) => id),
  };
}

const { account, wanted, budget, context } = planningSuite({
  sandbox,
  planning: mediaPlanning,
  open,
  paused: '"status":"DISABLE"',
  campaignTool: 'update_campaign',
  groupTool: 'update_ad_group',
  groupArgument: 'ad_group_id',
});

test('what a row lacks is told in its cell, with what is allowed', () => {
  const of = account('USD');
  const told = (given: Parameters<typeof wanted>[1], defaults = {}) =>
    mediaPlanning
      .creating(wanted(of, { budget: budget(of, 100, 'day'), ...given }), { ...context(of), defaults })
      .problems.filter(({ level }) => level === 'stop')
      .map(({ field, message, allowed }) => [field, `${message} ${allowed}`]);
  expect(told({ objective: 'sales' })).toEqual([
    ['objective', expect.stringContaining('pixel_id')],
    ['groups.1.ads.0.name', expect.stringContaining('identity_id')],
  ]);
  const { defaults } = context(of);
  const group = (given: object) => [plannedGroup({ countries: ['US'], ...given })];
  const one = (given: object, more = {}) => told({ objective: 'traffic', groups: group(given), ...more }, defaults);
  expect(one({ countries: [] })).toEqual([['groups.0.countries', expect.stringContaining('none is assumed')]]);
  expect(one({ ages: { from: 20, to: 40 } })).toEqual([['groups.0.ages', expect.stringContaining('bands')]]);
  expect(one({ ages: { from: 13, to: 24 } })).toEqual([['groups.0.ages', expect.stringContaining('from 18 on')]]);
  expect(one({ ads: [plannedAd(of, { mediaId: 'v1003' })] })).toEqual([
    ['groups.0.ads.0.mediaId', expect.stringContaining('cover')],
  ]);
  expect(one({ ads: [plannedAd(of, { landingPage: undefined })] })).toEqual([
    ['groups.0.ads.0.landingPage', expect.any(String)],
  ]);
  expect(one({}, { budget: budget(of, 49, 'day') })).toEqual([['budget', expect.stringContaining('50.00 USD')]]);
  expect(one({}, { budget: budget(of, 500, 'total') })).toEqual([['end', expect.stringContaining('end')]]);
  expect(one({}, { budget: undefined })).toEqual([['budget', expect.stringContaining('no budget')]]);
});
