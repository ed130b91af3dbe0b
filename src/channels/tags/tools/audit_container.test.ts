import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';

const { call, refusal, requests } = sandboxed('tags');
const CONTAINER = { container_id: 'GTM-ACME001' };

interface Finding {
  severity: string;
  kind: string;
  what: string;
  objects: { kind: string; id: string; name: string }[];
  mend?: { tool: string; arguments: Record<string, unknown> };
  why_no_mend?: string;
}

const named = (findings: readonly Finding[], kind: string) =>
  findings.filter((one) => one.kind === kind).map(({ objects }) => objects.map(({ name }) => name));

test('finds what is wrong with the live version, the worst first, in one read of the container', async () => {
  const before = (await requests()).length;
  const { findings, counts, read, missing, before_mending } = await call('audit_container', CONTAINER);
  const asked = (await requests()).slice(before).map(({ path }) => path.split('/').at(-1));
  expect(asked).toEqual(['token', 'containers:lookup', 'versions:live', 'workspaces']);
  expect(read).toMatchObject({ is_live: true, version_name: 'Autumn clean-up' });
  expect(findings.map(({ severity, kind }: Finding) => `${severity} ${kind}`)).toEqual([
    'high secret',
    'high never_fires',
    'high missing_consent',
    'medium duplicate_tag',
    'medium no_trigger',
    'low paused',
    'low unused_trigger',
    'low unused_variable',
    'low unused_variable',
    ...Array.from({ length: 4 }, () => 'low custom_html'),
  ]);
  expect(counts).toEqual({ high: 3, medium: 2, low: 8 });
  expect(named(findings, 'secret')).toEqual([['Chat widget']]);
  expect(JSON.stringify(findings)).not.toContain('51Acme0Sandbox0Only');
  expect(named(findings, 'duplicate_tag')).toEqual([['Ads - purchase', 'Ads - purchase (agency)']]);
  for (const one of findings as Finding[]) expect([typeof one.mend, typeof one.why_no_mend]).toContain('undefined');
  // Without the other channels' sandboxes nothing can be said about their ids, and nothing is.
  expect(missing.map(({ channel }: { channel: string }) => channel)).toEqual([
    'professional',
    'search',
    'social',
    'video',
  ]);
  expect(before_mending).toMatchObject({ tool: 'create_tag_workspace', arguments: CONTAINER });
});

test('every mend is taken as it stands, and what was mended is found no more', async () => {
  const { findings, before_mending } = await call('audit_container', CONTAINER);
  const { tag_workspace } = await call(before_mending.tool, before_mending.arguments);
  const { tag_workspace_id } = tag_workspace;
  const mends = (findings as Finding[]).flatMap(({ mend }) => mend ?? []);
  expect([...new Set(mends.map(({ tool }) => tool))].sort()).toEqual([
    'create_variable',
    'delete_tag_object',
    'update_tag',
  ]);
  for (const { tool, arguments: args } of mends) await call(tool, args);
  const after = await call('audit_container', { ...CONTAINER, tag_workspace_id });
  expect(after.findings.map(({ kind }: Finding) => kind).filter((kind: string) => kind !== 'custom_html')).toEqual([
    'secret',
    'no_trigger',
    'paused',
    'paused',
  ]);
  expect(after.read).toEqual({ tag_workspace_id });
  const again = await call('audit_container', CONTAINER);
  expect(again.before_mending).toBeUndefined();
  expect(again.findings[1].mend.arguments).toMatchObject({ ...CONTAINER, tag_workspace_id });
});

test('an old version is audited without calls that mend, and findings can be asked for by severity and in pages', async () => {
  const old = await call('audit_container', { ...CONTAINER, version_id: '5', severity: 'low' });
  expect(old.read).toMatchObject({ version_id: '5', is_live: false });
  expect(old.findings.every(({ severity, mend }: Finding) => severity === 'low' && mend === undefined)).toBe(true);
  const first = await call('audit_container', { ...CONTAINER, limit: 2 });
  expect(first.findings).toHaveLength(2);
  const second = await call('audit_container', { ...CONTAINER, limit: 2, cursor: first.next_cursor });
  const both = [...first.findings, ...second.findings].map(({ what }: Finding) => what);
  expect(new Set(both).size).toBe(4);
});

test('a server container and nonsense', async () => {
  const { findings } = await call('audit_container', { container_id: 'GTM-ACME002' });
  expect(findings).toEqual([]);
  expect(await refusal('audit_container', { container_id: 'GTM-NONE001' })).toMatchObject({ code: 'not_found' });
  expect(await refusal('audit_container', { ...CONTAINER, version_id: '1', tag_workspace_id: '1' })).toMatchObject({
    code: 'invalid_arguments',
  });
});

let whole: TestService;
beforeAll(async () => {
  whole = await startTestService({ platforms: ['tags', 'search', 'social', 'video', 'professional'] });
});
afterAll(() => whole.close());

test('ids are held against the connected accounts, and conversions that they wait for are told', async () => {
  const { result } = await whole.call('tags', 'audit_container', CONTAINER);
  expect(result.missing).toBeUndefined();
  expect(named(result.findings, 'unknown_account')).toEqual([['Ads - purchase old shop']]);
  const unfilled = (result.findings as Finding[]).filter(({ kind }) => kind === 'conversion_without_tag');
  const ofSearch = unfilled.filter(({ what }) => what.startsWith('The search account'));
  expect(ofSearch.map(({ objects }) => objects[0]!.name)).toEqual(['Newsletter sign-up', 'Add to cart']);
  expect(unfilled[0]!.mend).toMatchObject({
    tool: 'create_conversion_tag',
    arguments: { ...CONTAINER, fires_on: { own_event: '…' } },
  });
});

test('accounts are read with the caller’s permissions: what a key may not see is not shown, and not counted as missing', async () => {
  const workspaceId = await whole.workspaceId('Acme');
  const { key } = await whole.home.keyRing.create({
    workspaceId,
    name: 'Tags only',
    actor: 'test',
    channels: ['tags'],
  });
  const { result } = await whole.call('tags', 'audit_container', CONTAINER, { key });
  expect(result.missing.map(({ channel, code }: Record<string, string>) => `${channel} ${code}`)).toEqual(
    ['professional', 'search', 'social', 'video'].map((channel) => `${channel} permission_denied`),
  );
  expect(named(result.findings, 'unknown_account')).toEqual([]);
  expect(named(result.findings, 'conversion_without_tag')).toEqual([]);
});
