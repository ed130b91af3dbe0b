import { expect, test } from 'vitest';
import { plannedGroup, runPlanned } from '../../../test/planned-calls.ts';
import { type PlanningAccount, plannedAd, planningSuite } from '../../../test/planning-suite.ts';
import { sandboxed } from '../../../test/sandboxed.ts';
import type { SocialClient } from './client.ts';
import { mediaPlanning } from './media-plan.ts';

const sandbox = sandboxed('social');
const { call, client, requests, workspaceNamed } = sandbox;

async function open(currency: 'USD' | 'JPY'): Promise<PlanningAccount<SocialClient>> {
  const workspace = currency === 'JPY' ? 'Acme Japan' : 'Acme';
  const { client: opened, account } = await client<SocialClient>(workspace);
  const where = { workspaceId: await workspaceNamed(workspace) };
  const { pixels } = await call('list_pixels', where);
  const { creatives } = await call('list_ad_creatives', { ...where, limit: 50 });
  const { audiences } = await call('list_audiences', where);
  const video = creatives.find((one: { video_id?: string }) => one.video_id).video_id;
  const picture = creatives.find((one: { image_hash?: string }) => one.image_hash).image_hash;
  return {
    client: opened,
    account,
    currency,
    zone: currency === 'JPY' ? 'Asia/Tokyo' : 'America/New_York',
    now: opened.session.platformNow(),
    where,
    defaults: {
      page_id: currency === 'JPY' ? '102000000000001' : '101000000000001',
      pixel_id: pixels[0].id,
      // Leads come by a form in one account and on the website in the other.
      ...(currency === 'USD' && { lead_form_id: '301000000000001' }),
      special_ad_categories: [],
      application_id: '1730000000000001',
      object_store_url: 'https://play.google.com/store/apps/details?id=example.acme',
    },
    perDollar: currency === 'JPY' ? 150 : 1,
    countries: currency === 'JPY' ? ['JP'] : ['US'],
    media: [`${video} ${picture}`, picture, video, 'https://acme.example/boots.png'],
    audiences: audiences.slice(0, 2).map(({ id }: { id: string }) => id),
  };
}

const { account, wanted, budget, context, found, differing } = planningSuite({
  sandbox,
  planning: mediaPlanning,
  open,
  paused: '"status":"PAUSED"',
  campaignTool: 'update_social_campaign',
  groupTool: 'update_ad_set',
  groupArgument: 'ad_set_id',
});

const of = () => account('USD');

function told(given: Parameters<typeof wanted>[1], more: object = {}): [string, string][] {
  const planned = wanted(of(), { budget: budget(of(), 100, 'day'), ...given });
  const { defaults, ...rest } = context(of());
  return mediaPlanning
    .creating(planned, { ...rest, defaults: { ...defaults, ...more } })
    .problems.filter(({ level }) => level === 'stop')
    .map(({ field, message, allowed }) => [field, `${message} ${allowed}`]);
}

test('a declaration by law is never assumed: the default that is missing is named', () => {
  const declared = (categories: unknown) => ({ special_ad_categories: categories });
  const traffic = { objective: 'traffic' as const };
  expect(told(traffic, declared(undefined))).toEqual([['name', expect.stringContaining('special_ad_categories')]]);
  expect(told(traffic, declared(['HOUSING']))).toEqual([
    ['name', expect.stringContaining('special_ad_category_country')],
    ['groups.0.ages', expect.stringContaining('cannot choose ages')],
    ['groups.0.genders', expect.stringContaining('gender')],
  ]);
  const groups = [plannedGroup({ countries: ['DE', 'SG'] })];
  expect(told({ ...traffic, groups })).toEqual([
    ['groups.0.countries', expect.stringContaining('dsa_payor')],
    ['groups.0.countries', expect.stringContaining('SINGAPORE_UNIVERSAL')],
  ]);
});

test('what a row lacks is told in its cell, with what is allowed', () => {
  const one = (given: object, more = {}) =>
    told({ objective: 'traffic', groups: [plannedGroup({ countries: ['US'], ...given })], ...more });
  expect(told({ objective: 'sales' }, { pixel_id: undefined })).toEqual([
    ['objective', expect.stringContaining('pixel_id')],
  ]);
  expect(one({ countries: [] })).toEqual([['groups.0.countries', expect.stringContaining('none is assumed')]]);
  expect(one({ countries: ['RU'] })).toEqual([['groups.0.countries', expect.stringContaining('RU')]]);
  expect(one({ audienceIds: ['my list'] })).toEqual([['groups.0.audienceIds', expect.stringContaining('my list')]]);
  expect(one({ ads: [plannedAd(of(), { mediaId: '120000000000001' })] })).toEqual([
    ['groups.0.ads.0.mediaId', expect.stringContaining('thumbnail')],
  ]);
  expect(one({ ads: [plannedAd(of(), { button: 'Ring the bell' })] })).toEqual([
    ['groups.0.ads.0.button', expect.stringContaining('LEARN_MORE')],
  ]);
  expect(one({ ads: [plannedAd(of(), { landingPage: undefined })] })).toEqual([
    ['groups.0.ads.0.landingPage', expect.any(String)],
  ]);
  expect(one({}, { budget: { amount: '10.005', currency: 'USD', per: 'day' } })).toEqual([
    ['budget', expect.stringContaining('decimals')],
  ]);
  expect(one({}, { budget: budget(of(), 500, 'total') })).toEqual([['end', expect.stringContaining('end')]]);
  expect(one({}, { budget: undefined })).toEqual([['budget', expect.stringContaining('no budget')]]);
});

test('days have no beginning without the zone of the account', () => {
  const { zone: _, ...rest } = context(of());
  const planned = wanted(of(), { objective: 'traffic', budget: budget(of(), 100, 'day'), end: '2030-01-31' });
  expect(mediaPlanning.creating(planned, rest).problems).toMatchObject([{ field: 'end', level: 'stop' }]);
});

test('all campaigns are read in a few requests, and the least budget is that of the account', async () => {
  const before = (await requests()).at(-1)?.seq ?? 0;
  const { signal } = new AbortController();
  const all = await mediaPlanning.running(of().client, of().account, signal);
  expect(all.length).toBeGreaterThan(5);
  expect((await requests()).filter(({ seq }) => seq > before).length).toBeLessThan(6);
  expect(await mediaPlanning.leastDailyBudget(of().client, of().account, signal)).toEqual({
    amount: '1.00',
    currency: 'USD',
  });
  const yen = account('JPY');
  expect(await mediaPlanning.leastDailyBudget(yen.client, yen.account, signal)).toEqual({
    amount: '150',
    currency: 'JPY',
  });
});

test('the ads of a group that was made without them are made later', async () => {
  const campaign = wanted(of(), { objective: 'traffic', budget: budget(of(), 80, 'day') });
  const { calls } = mediaPlanning.creating(campaign, context(of()));
  await runPlanned(
    call,
    calls.filter(({ level }) => level === 'campaign' || level === 'group'),
    of().where,
  );
  const rest = differing(of(), await found(of(), campaign.name), campaign);
  expect(rest.calls.map(({ key }: { key: string }) => key)).toEqual(['creative 2.1', 'ad 2.1']);
  await runPlanned(call, rest.calls, of().where);
  expect(differing(of(), await found(of(), campaign.name), campaign)).toEqual({ calls: [], problems: [] });
});
