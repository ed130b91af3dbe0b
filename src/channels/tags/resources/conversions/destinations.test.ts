import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { passingTime } from '../../../../../test/passing-time.ts';
import { startTestService, type TestService } from '../../../../../test/service.ts';

// biome-ignore lint/suspicious/noExplicitAny: tests read replies as untyped JSON
type Any = any;

const { ambient, sleep } = passingTime();
let service: TestService;
const container_id = 'GTM-ACME001';
beforeAll(async () => {
  const platforms = ['tags', 'search', 'social', 'video', 'professional'];
  service = await startTestService({ platforms, ambient, sleep });
  expect((await service.call('tags', 'create_tag_workspace', { container_id })).isError).toBe(false);
});
afterAll(() => service?.close());
beforeEach(() => sleep(60_000, new AbortController().signal));

const call = async (args: Any): Promise<Any> =>
  (await service.call('tags', 'create_conversion_tag', { container_id, event: 'purchase', ...args })).result;
const named = (...platforms: string[]) => platforms.map((platform) => ({ platform }));

test('one sentence for four platforms: conversions of the connected accounts are found, and what the container has is told', async () => {
  const fires_on = { own_event: 'purchase' };
  const asked = { fires_on, value: { from: 'value', currency_from: 'currency' }, event_id: 'event_id' };
  const platforms = named('search', 'social', 'video', 'professional');
  const made = await call({ ...asked, platforms });
  expect(made.platforms.map(({ outcome, sends }: Any) => `${outcome}: ${sends}`)).toEqual([
    expect.stringMatching(/^already_there: purchase to search AW-468013579\/\S+ \(Purchase\)$/),
    'already_there: Purchase to social 120210000000000187 (Acme US pixel)',
    'made: Purchase to video C000101ACMEPIXEL (Acme shop)',
    expect.stringMatching(/^made: purchase to professional conversion 1052 \(.+\)$/),
  ]);
  expect(made.platforms[1].why).toMatch(/passes no event id, asks for no consent/);
  expect(made.made.map(({ name }: Any) => name).sort()).toEqual([
    'LinkedIn - base',
    'LinkedIn - purchase',
    'TikTok - base',
    'TikTok - purchase',
  ]);
  await sleep(60_000, new AbortController().signal);
  const preview = (await service.call('tags', 'preview_version', { container_id })).result as Any;
  const added = preview.goes_out.filter(({ change }: Any) => change === 'added');
  expect(added.map(({ by }: Any) => by)).toEqual(added.map(() => expect.stringContaining('through Adhelm')));
  expect(added.find(({ name }: Any) => name === 'LinkedIn - base').code).toContain('_linkedin_partner_id = "6000001"');
});

test('an id of a conversion action stands for its AW id and label', async () => {
  const { destinations } = (await service.call('search', 'list_conversion_destinations')).result as Any;
  const signUp = destinations.find(({ name }: Any) => name === 'Newsletter sign-up');
  const platforms = [{ platform: 'search', destination: signUp.id }];
  const made = await call({ event: 'sign_up', platforms, fires_on: { form: { id: 'newsletter' } } });
  expect(made.platforms[0].tag.parameters).toMatchObject({
    conversionId: signUp.tag.id.replace('AW-', ''),
    conversionLabel: signUp.tag.label,
  });
});

test('where nothing fits, or what is named cannot be filled by a tag, the answer lists what there is', async () => {
  const fires_on = { own_event: 'x' };
  const none = await call({ event: 'subscribe', platforms: named('search'), fires_on });
  expect(none.error.message).toMatch(/nothing of the search account stands for "subscribe"; there are .*\(Purchase\)/);
  const upload = await call({ platforms: [{ platform: 'search', destination: '21000093023' }], fires_on });
  expect(upload.error.message).toMatch(/Qualified lead\) is not filled by a tag on a page/);
  const unknown = await call({ platforms: [{ platform: 'video', destination: '77' }], fires_on });
  expect(unknown.error).toMatchObject({ field: 'platforms.0.destination', code: 'invalid_arguments' });
});
