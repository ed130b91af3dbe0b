import { beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { sandboxed } from '../../../../test/sandboxed.ts';
import type { TagsClient } from '../client.ts';

const { call, client, control, refusal, requests, passTime, walk } = sandboxed('tags');
beforeEach(() => passTime(60_000));

const container_id = 'GTM-ACME001';
const asked = async () => (await requests()).filter(({ path }) => path.startsWith('/tagmanager'));
const named = <T extends { name: string }>(list: readonly T[], name: string) => list.find((one) => one.name === name);

test('the live version is read whole in one request, by names', async () => {
  await call('list_containers', { container_id });
  const before = (await asked()).length;
  const whole = await call('get_container', { container_id });
  expect((await asked()).length - before).toBe(1);
  expect(whole).toMatchObject({
    version: { version_id: '12', name: 'Autumn clean-up', is_live: true },
    counts: { tags: whole.tags.length, folders: 1 },
    folders: [{ name: 'Conversions' }],
  });
  expect(whole.built_in_variables).toContain('Page URL');
  expect(named(whole.tags, 'Ads - purchase')).toMatchObject({
    kind_in_words: 'Google Ads conversion',
    fires_on: [{ name: 'CE purchase', when: 'custom event purchase' }],
    parameters: {
      conversionLabel: expect.any(String),
      enableConversionLinker: true,
      orderId: '{{DLV transaction_id}}',
    },
    uses: ['DLV value', 'DLV currency', 'DLV transaction_id'],
    consent: { status: 'needed', types: ['ad_storage', 'ad_user_data'] },
    folder: 'Conversions',
  });
  expect(named(whole.tags, 'Google tag')).toMatchObject({
    fires_on: [{ trigger_id: '2147479553', name: 'All Pages' }],
  });
  expect(named(whole.triggers, 'CE purchase')).toMatchObject({
    fires: expect.arrayContaining(['GA4 - purchase', 'Ads - purchase', 'Meta - purchase']),
  });
  expect(named(whole.variables, 'GA4 ID')).toMatchObject({ used_by: ['tag Google tag', 'tag GA4 - purchase'] });
  expect(JSON.stringify(whole)).not.toContain('authorizationCode');
});

test('one tag is shown whole, others in part', async () => {
  const { tags } = await call('get_container', { container_id, kinds: ['tags'], name_contains: 'meta - BASE' });
  expect(tags).toHaveLength(1);
  const [short] = tags;
  const long = `${short.parameters.html}`;
  const whole = await call('get_container', { container_id, tag_id: short.tag_id });
  expect(whole.tags[0].parameters.html).toContain("fbq('track','PageView')");
  expect(whole).not.toHaveProperty('triggers');
  expect(whole.tags[0]).not.toHaveProperty('shortened');
  expect(long.length).toBeLessThanOrEqual(whole.tags[0].parameters.html.length);
  expect(await refusal('get_container', { container_id, tag_id: '99999' })).toMatchObject({
    code: 'not_found',
    field: 'tag_id',
  });
});

test('pages of any size lead through every list, and stay with the version they began with', async () => {
  const whole = await call('get_container', { container_id });
  const pages = await walk('get_container', 'tags', { container_id, limit: 5 });
  expect(pages).toEqual(whole.tags);
  const first = await call('get_container', { container_id, limit: 5 });
  await call('get_container', { container_id, limit: 3, cursor: first.next_cursor });
  expect((await asked()).at(-1)!.path).toMatch(/versions\/12$/);
});

test('another version, a draft with unsaved changes, and a draft that does not compile', async () => {
  const { tags } = await call('get_container', { container_id, version_id: '1' });
  expect(tags).toEqual([]);
  const { client: platform } = await client<TagsClient>();
  const path = 'accounts/6001000001/containers/7001/workspaces/1';
  const html = { type: 'template', key: 'html', value: '<p>new</p>' };
  await platform.change('POST', `${path}/tags`, z.unknown(), {
    json: { name: 'New', type: 'html', parameter: [html] },
  });
  const draft = await call('get_container', { container_id, tag_workspace_id: '1' });
  expect(named(draft.tags, 'New')).toMatchObject({ fires_on: [], parameters: { html: '<p>new</p>' } });
  await control('/switches', 'PUT', { platform: 'tags', name: 'compiler', value: 'fails' });
  const broken = await call('get_container', { container_id, tag_workspace_id: '1' });
  expect(broken.counts).toEqual({ ...draft.counts });
  expect(await refusal('get_container', { container_id, version_id: '999' })).toMatchObject({ field: 'version_id' });
  expect(await refusal('get_container', { container_id, tag_workspace_id: '999' })).toMatchObject({
    code: 'not_found',
  });
  expect(await refusal('get_container', { container_id, tag_workspace_id: '1', version_id: '1' })).toMatchObject({
    code: 'invalid_arguments',
  });
});

test('a Google tag and a container that was never published say so', async () => {
  expect(await refusal('get_container', { container_id: 'G-ACME00001' })).toMatchObject({
    message: expect.stringContaining('has no versions: it is a Google tag'),
  });
  const { client: tags, account } = await client<TagsClient>();
  const json = { name: 'New shop', usageContext: ['web'] };
  const Made = z.looseObject({ publicId: z.string() });
  const { publicId } = await tags.change('POST', `accounts/${account}/containers`, Made, { json });
  await passTime(60_000);
  expect(await refusal('get_container', { container_id: publicId })).toMatchObject({
    code: 'not_found',
    message: `Nothing of the container ${publicId} was ever published, so visitors get no tags.`,
  });
});
