import { beforeAll, beforeEach, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { ACME, ownDraft } from '../resources/containers/draft.testing.ts';

const sandbox = sandboxed('tags');
const { call, refusal, requests, fault, ledger } = sandbox;
beforeAll(() => ownDraft(sandbox));
beforeEach(() => sandbox.passTime(60_000));

const event = (name: string, parameters = {}) => ({
  ...ACME,
  name,
  type: 'gaawe',
  parameters: { eventName: 'sign_up', measurementIdOverride: '{{GA4 ID}}', ...parameters },
});

test('a tag is made in our own draft, with typed parameters, triggers by name and consent', async () => {
  const { tag, tag_workspace_id, next_steps } = await call('create_tag', {
    ...event('GA4 - sign-up', {
      sendEcommerceData: true,
      eventSettingsTable: [{ parameter: 'plan', parameterValue: '{{DLV coupon}}' }],
    }),
    fires_on: ['CE purchase', 'All Pages'],
    blocked_by: ['Thank-you page'],
    consent: { status: 'needed', types: ['analytics_storage'] },
    folder: 'Conversions',
    notes: 'Ours',
    schedule: { from: '2026-12-01T00:00:00Z' },
    priority: 5,
    setup_tags: [{ name: 'Google tag', stop: true }],
  });
  expect(tag).toMatchObject({
    tag_id: expect.stringMatching(/^\d+$/),
    paused: false,
    fires_on: [{ name: 'CE purchase' }, { trigger_id: '2147479553', name: 'All Pages' }],
    blocked_by: [{ name: 'Thank-you page' }],
    parameters: { eventName: 'sign_up', sendEcommerceData: true },
    consent: { status: 'needed', types: ['analytics_storage'] },
    folder: 'Conversions',
    notes: 'Ours',
    schedule: { from: '2026-12-01T00:00:00.000Z' },
    setup_tags: [{ name: 'Google tag', stop: true }],
  });
  expect(next_steps.map(({ tool }: { tool: string }) => tool)).toContain('create_version');
  const sent = (await requests()).findLast(({ method, path }) => method === 'POST' && path.endsWith('/tags'))!;
  expect(sent.path).toContain(`/workspaces/${tag_workspace_id}/`);
  expect(JSON.parse(sent.request_body!).parameter).toEqual([
    { type: 'template', key: 'eventName', value: 'sign_up' },
    { type: 'template', key: 'measurementIdOverride', value: '{{GA4 ID}}' },
    { type: 'boolean', key: 'sendEcommerceData', value: 'true' },
    {
      type: 'list',
      key: 'eventSettingsTable',
      list: [
        {
          type: 'map',
          map: [
            { type: 'template', key: 'parameter', value: 'plan' },
            { type: 'template', key: 'parameterValue', value: '{{DLV coupon}}' },
          ],
        },
      ],
    },
  ]);
});

test('takes three requests of the quota where container and draft are named by their numbers', async () => {
  const tag_workspace_id = await ownDraft(sandbox);
  const before = (await requests()).at(-1)!.seq;
  await call('create_tag', { ...event('GA4 - counted'), container_id: '7001', tag_workspace_id });
  expect((await requests()).filter(({ seq }) => seq > before)).toHaveLength(3);
});

test.each([
  [{ measurmentIdOverride: 'x' }, 'parameters.measurmentIdOverride', /did you mean measurementIdOverride/],
  [{ eventName: '' }, 'parameters.eventName', /required/],
  [{ measurementId: 'G-ABC' }, 'parameters.measurementId', /measurementIdOverride/],
  [{ measurementId: 'Gogle tag' }, 'parameters.measurementId', /no Google tag.*Google tag/],
  [{ eventName: '{{DLV valu}}' }, '{{DLV valu}}', /did you mean \{\{DLV value\}\}/],
  [{ eventName: '{{Click URL}}' }, '{{Click URL}}', /create_variable \{"built_ins": \["Click URL"\]\}/],
])('parameters %j are refused by name before anything is sent', async (parameters, field, message) => {
  const effects = (await ledger()).length;
  const error = await refusal('create_tag', event('GA4 - wrong', parameters));
  expect(error).toMatchObject({ code: 'invalid_arguments', field, message: expect.stringMatching(message) });
  expect(await ledger()).toHaveLength(effects);
});

test('a trigger that is not there, a taken name and a template that is not there are refused with what is meant', async () => {
  expect(await refusal('create_tag', { ...event('GA4 - x'), fires_on: ['CE purchas'] })).toMatchObject({
    field: 'fires_on.0',
    message: expect.stringContaining('did you mean "CE purchase"'),
  });
  expect(await refusal('create_tag', event('Google tag'))).toMatchObject({
    code: 'conflict',
    field: 'name',
    next_step: expect.stringMatching(
      /update_tag \{"container_id":"GTM-ACME001","tag_workspace_id":"\d+","tag_id":"1"\}/,
    ),
  });
  expect(await refusal('create_tag', { ...ACME, name: 'Own', type: 'cvt_7001_9' })).toMatchObject({ field: 'type' });
  expect(await refusal('create_tag', { ...event('x'), parameters: { eventName: '…' } })).toMatchObject({
    field: 'parameters.eventName',
  });
  for (const consent of [{ status: 'needed' }, { status: 'notNeeded', types: ['ad_storage'] }])
    expect(await refusal('create_tag', { ...event('x'), consent })).toMatchObject({ field: 'consent.types' });
});

test('parameters as in an export file are understood', async () => {
  const { tag } = await call('create_tag', {
    ...{ ...ACME, name: 'Ads - exported', type: 'awct', firing_option: 'ONCE_PER_LOAD' },
    parameters: [
      { type: 'TEMPLATE', key: 'conversionId', value: '123' },
      { type: 'TEMPLATE', key: 'conversionLabel', value: 'abc' },
      { type: 'BOOLEAN', key: 'rdp', value: 'false' },
    ],
  });
  expect(tag).toMatchObject({
    firing_option: 'oncePerLoad',
    parameters: { conversionId: '123', conversionLabel: 'abc', rdp: false },
  });
});

test('after a lost answer a look by the name decides, and nothing is sent twice', async () => {
  await fault('cut_after', 'POST .*/tags$');
  const { tag } = await call('create_tag', event('GA4 - cut'));
  expect(tag).toMatchObject({ name: 'GA4 - cut' });
  expect(
    (await ledger({ kind: 'create' })).filter(({ detail }) => (detail as { name: string }).name === tag.name),
  ).toHaveLength(1);
});

test('a key without the permission writes no code into a tag or a variable, neither new nor in one that is there', async () => {
  const service = sandbox.service();
  const workspaceId = await service.workspaceId('Acme');
  const { key } = await service.home.keyRing.create({ workspaceId, name: 'no code', actor: 'test' });
  const html = { ...ACME, name: 'Code', type: 'html', parameters: { html: '<p>1</p>' } };
  const script = { ...ACME, name: 'Script', type: 'jsm', parameters: { javascript: 'function() { return 1; }' } };
  const { tag } = await call('create_tag', html);
  const { variable } = await call('create_variable', script);
  const before = (await ledger()).length;
  for (const [tool, args] of [
    ['create_tag', { ...html, name: 'More code' }],
    ['create_variable', { ...script, name: 'More script' }],
    ['update_tag', { ...ACME, tag_id: tag.tag_id, parameters: { html: '<p>2</p>' } }],
    ['update_variable', { ...ACME, variable_id: variable.variable_id, parameters: { javascript: 'x' } }],
  ] as const) {
    await sandbox.passTime(60_000);
    const { result } = await service.call('tags', tool, args, { key });
    expect(result.error, tool).toMatchObject({ code: 'permission_denied', outcome: 'not_applied' });
  }
  expect(await ledger()).toHaveLength(before);
  const paused = await service.call('tags', 'update_tag', { ...ACME, tag_id: tag.tag_id, paused: true }, { key });
  expect(paused.result).toMatchObject({ applied: { paused: { to: true } } });
});
