import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import type { TagsClient } from '../client.ts';
import { ACME, ownDraft } from '../resources/containers/draft.testing.ts';
import { Workspace } from '../wire.ts';

const sandbox = sandboxed('tags');
const { call, refusal, requests, fault, ledger } = sandbox;
beforeAll(() => ownDraft(sandbox));
beforeEach(() => sandbox.passTime(60_000));

type Named = { kind: string; id: string; name: string };
const FOUR = [
  { platform: 'search', destination: 'AW-123456789/AbC-D_efG' },
  { platform: 'social', destination: '998877665544332' },
  { platform: 'video', destination: 'C4ABCDEFGHIJKLMNOP12' },
  { platform: 'professional', destination: '4455/778899' },
];
const purchase = {
  ...ACME,
  platforms: FOUR,
  event: 'purchase',
  fires_on: { own_event: 'order_done' },
  value: { from: 'value', currency: 'EUR' },
  order_id: 'transaction_id',
  event_id: 'order.event_id',
};

test('four platforms at once: one request adds tags, trigger, variables and base tags, and reuses what is there', async () => {
  const before = (await requests()).at(-1)!.seq;
  const made = await call('create_conversion_tag', purchase);
  const sent = (await requests()).filter(({ seq }) => seq > before);
  expect(sent.map(({ method, path }) => `${method} ${path.split('/').at(-1)}`)).toEqual([
    'GET containers:lookup',
    'GET workspaces',
    expect.stringMatching(/:quick_preview$/),
    'POST bulk_update',
    expect.stringMatching(/:quick_preview$/),
  ]);
  expect(made.platforms.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['made', 'made', 'made', 'made']);
  expect(made.fires_when).toContain('order_done');
  expect(made.made.map(({ kind, name }: Named) => `${kind} ${name}`).sort()).toEqual([
    'tag Google Ads - purchase',
    'tag LinkedIn - base',
    'tag LinkedIn - purchase',
    'tag Meta - base (2)',
    'tag Meta - purchase (2)',
    'tag TikTok - base',
    'tag TikTok - purchase',
    'trigger CE order_done',
    'variable DLV order.event_id',
  ]);
  expect(made.reused.map(({ name }: Named) => name).sort()).toEqual([
    'Conversion linker',
    'DLV transaction_id',
    'DLV value',
  ]);
  const [search, social, video, professional] = made.platforms.map(({ tag }: { tag: never }) => tag);
  expect(search).toMatchObject({
    type: 'awct',
    fires_on: [{ name: 'CE order_done' }],
    consent: { status: 'notNeeded' },
    parameters: {
      ...{ conversionId: '123456789', conversionLabel: 'AbC-D_efG', conversionValue: '{{DLV value}}' },
      ...{ currencyCode: 'EUR', orderId: '{{DLV transaction_id}}', enableConversionLinker: true },
    },
  });
  expect(social.parameters.html).toContain(`{eventID: '{{DLV order.event_id}}'}`);
  // The container has another pixel, which must not be told.
  expect(social.parameters.html).toContain(`fbq('trackSingle', "998877665544332", "Purchase", {value: {{DLV value}}`);
  expect(social).toMatchObject({
    setup_tags: [{ name: 'Meta - base (2)', stop: true }],
    consent: { status: 'needed', types: ['ad_storage', 'ad_user_data'] },
  });
  expect(video.parameters.html).toContain(`ttq.track("Purchase", {value: {{DLV value}}, currency: "EUR"`);
  expect(professional.parameters.html).toContain('conversion_id: 778899');
  expect(made.next_steps.map(({ tool }: { tool: string }) => tool)).toEqual([
    'get_tag_changes',
    'preview_version',
    'create_version',
  ]);
});

test('called again it makes nothing and says so', async () => {
  const effects = (await ledger()).length;
  const again = await call('create_conversion_tag', purchase);
  expect(again.made).toEqual([]);
  expect(again.platforms.map(({ outcome }: { outcome: string }) => outcome)).toEqual(Array(4).fill('already_there'));
  expect(await ledger()).toHaveLength(effects);
});

test('a conversion that another tag sends at another moment is not sent twice; the answer has the call that adds the moment', async () => {
  const { platforms, made } = await call('create_conversion_tag', {
    ...{ ...purchase, platforms: FOUR.slice(0, 1), fires_on: { page_address: { contains: '/thank-you' } } },
  });
  expect(made).toEqual([]);
  expect(platforms).toMatchObject([
    {
      outcome: 'counted_elsewhere',
      instead: { tool: 'update_tag', arguments: { add_fires_on: [expect.any(String)] } },
    },
  ]);
  const { tag } = await call('update_tag', platforms[0].instead.arguments);
  expect(tag.fires_on.map(({ name }: Named) => name)).toEqual(['CE order_done', 'Thank-you page']);
});

test('clicks and forms need no built-in variable that is off, and a path is compared with the path alone', async () => {
  const { made, reused, fires_when } = await call('create_conversion_tag', {
    ...{ ...ACME, platforms: [{ platform: 'search', destination: 'AW-123456789/click1' }], event: 'lead' },
    fires_on: { click: { text: { contains: 'Call us' } }, page_address: { starts_with: '/contact' } },
    value: { amount: '25', currency: 'USD' },
  });
  expect(made.map(({ kind, name }: Named) => `${kind} ${name}`).sort()).toEqual([
    'tag Google Ads - lead',
    'trigger Click contains Call us',
    'variable Auto event - text',
  ]);
  expect(reused).toMatchObject([{ name: 'Conversion linker' }]);
  expect(fires_when).toContain('Page Path begins with /contact');
  const form = await call('create_conversion_tag', {
    ...{ ...ACME, platforms: [{ platform: 'search', destination: 'AW-123456789/form1' }], event: 'sign_up' },
    fires_on: { form: { id: 'newsletter' } },
  });
  expect(form.reused.map(({ name }: Named) => name)).toContain('Form sent');
});

test('analytics uses the Google tag that is there', async () => {
  const { platforms, made } = await call('create_conversion_tag', {
    ...{ ...ACME, platforms: [{ platform: 'analytics' }], event: 'lead', fires_on: { own_event: 'lead_sent' } },
  });
  expect(made.map(({ kind }: Named) => kind).sort()).toEqual(['tag', 'trigger']);
  expect(platforms[0].tag.parameters).toMatchObject({
    eventName: 'generate_lead',
    measurementIdOverride: '{{GA4 ID}}',
  });
});

test.each([
  ['social', `1');alert(1);('`],
  ['social', '</script><script>alert(1)//'],
  ['video', `C4ABCDEFGHIJKLMNOP12');alert('x`],
  ['professional', '4455/77}});alert(1);{{'],
  ['search', 'AW-123456789/<script>'],
  ['analytics', 'G-{{evil}}'],
])('a hostile id of %s comes into no tag: %s', async (platform, destination) => {
  const effects = (await ledger()).length;
  const asked = { ...purchase, platforms: [{ platform, destination }] };
  expect(await refusal('create_conversion_tag', asked)).toMatchObject({
    code: 'invalid_arguments',
    field: 'platforms.0.destination',
  });
  expect(await ledger()).toHaveLength(effects);
});

test('a hostile name of an event stays text in the code', async () => {
  const event = `x');alert(1)//</script>{}`;
  const { platforms } = await call('create_conversion_tag', {
    ...{ ...ACME, event, fires_on: { own_event: event } },
    platforms: [{ platform: 'social', destination: '998877665544332' }],
  });
  const { html } = platforms[0].tag.parameters;
  expect(html.match(/<\/?script>/g)).toEqual(['<script>', '</script>']);
  const [, literal] = /, ("x[^\n]*?"), \{/.exec(html)!;
  expect(JSON.parse(literal!)).toBe(event);
});

test.each([
  [{ fires_on: {} }, 'fires_on'],
  [{ fires_on: { own_event: '…' } }, 'fires_on.own_event'],
  [{ fires_on: { own_event: 'x', click: { id: 'y' } } }, 'fires_on.own_event'],
  [{ fires_on: { click: {} } }, 'fires_on.click'],
  [{ fires_on: { page_address: { contains: 'a', equals: 'b' } } }, 'fires_on.page_address.equals'],
  [{ fires_on: { page_address: { matches: '(' } } }, 'fires_on.page_address.matches'],
  [{ event: 'x{{GA4 ID}}' }, 'event'],
  [{ fires_on: { own_event: '{{GA4 ID}}' } }, 'fires_on.own_event'],
  [{ value: { amount: '5' } }, 'value.currency'],
  [{ order_id: `x'y` }, 'order_id'],
  [{ order_id: '{{Nothing}}' }, 'order_id'],
  [{ platforms: [{ platform: 'professional', destination: '77' }] }, 'platforms.0.destination'],
  [{ platforms: [FOUR[0], FOUR[0]] }, 'platforms.1'],
])('%j is refused by name, and nothing is sent', async (fields, field) => {
  const effects = (await ledger()).length;
  expect(await refusal('create_conversion_tag', { ...purchase, event: 'lead', ...fields })).toMatchObject({
    code: 'invalid_arguments',
    field,
  });
  expect(await ledger()).toHaveLength(effects);
});

test('after a lost answer the draft decides', async () => {
  await fault('cut_after', 'bulk_update');
  const asked = {
    ...purchase,
    event: 'subscribe',
    platforms: [{ platform: 'search', destination: 'AW-123456789/sub-1' }],
  };
  expect((await call('create_conversion_tag', asked)).made).toMatchObject([{ name: 'Google Ads - subscribe' }]);
  await fault('accepted_not_applied', 'bulk_update');
  expect(
    await refusal('create_conversion_tag', {
      ...asked,
      platforms: [{ platform: 'search', destination: 'AW-123456789/sub-2' }],
    }),
  ).toMatchObject({ outcome: 'unknown' });
});

test.each(['GTM-ACME002', '7002'])('the server container %s gets no tags of browsers', async (server) => {
  const path = 'accounts/6001000001/containers/7002/workspaces';
  const { client } = await sandbox.client<TagsClient>();
  const drafts = await client.every(path, 'workspace', Workspace);
  const sent = (await ledger()).length;
  expect(
    await refusal('create_conversion_tag', {
      ...{ ...purchase, container_id: server, tag_workspace_id: drafts[0]!.workspaceId },
    }),
  ).toMatchObject({ code: 'invalid_arguments', field: 'container_id', message: expect.stringContaining('for server') });
  expect(await ledger()).toHaveLength(sent);
});
