import { auth, tagmanager, type tagmanager_v2 } from '@googleapis/tagmanager';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openServiceAccount } from '../../src/sandbox/google/service-accounts.ts';
import { SCOPE_PREFIX } from '../../src/sandbox/tags/access.ts';
import { C1, startTags, type TagsSandbox } from '../../src/sandbox/tags/calls.testing.ts';
import { ACCOUNTS, SERVICE_ACCOUNT, signIn, USERS } from '../../src/sandbox/tags/seed.ts';

/** The platform judged by its own package: every method it has, at the sandbox's address. */

let tags: TagsSandbox;
let api: tagmanager_v2.Tagmanager;
const ACCOUNT = `accounts/${ACCOUNTS.acme}`;
const SERVER = `${ACCOUNT}/containers/7002`;
const GOOGLE_TAG = `accounts/${ACCOUNTS.googleTags}/containers/7901`;
const HTML = [{ type: 'template', key: 'html', value: '<p>' }];

beforeAll(async () => {
  tags = await startTags();
  api = open('marketing');
});
afterAll(() => tags.close());

/** A person signed in by refresh token; the clock goes on with each request, so that the quota is not met by accident. */
function open(who: keyof typeof USERS): tagmanager_v2.Tagmanager {
  const { client_id, client_secret, refresh_token } = signIn(tags.world, USERS[who]);
  const client = new auth.OAuth2({
    clientId: client_id,
    clientSecret: client_secret,
    endpoints: { oauth2TokenUrl: `${tags.origin}/token` },
  });
  client.setCredentials({ refresh_token });
  return tagmanager({
    version: 'v2',
    auth: client,
    rootUrl: tags.origin,
    adapter: async (config, next) => {
      tags.advance(4_000);
      return next(config);
    },
  });
}

/** The package's replies, without the transport around them. */
async function dataOf<T>(reply: Promise<{ data: T }>): Promise<T> {
  return (await reply).data;
}

test('a service account signs for itself, and may do what it was let', async () => {
  const { email, privateKey } = openServiceAccount(tags.world, 'tags', SERVICE_ACCOUNT);
  // The package signs assertions with the machine's time.
  tags.setNow(Date.now());
  const scopes = [`${SCOPE_PREFIX}readonly`];
  const jwt = new auth.JWT({ email, key: privateKey, scopes });
  // The library has no setting for a service account's token address.
  jwt.transporter.interceptors.request.add({
    resolved: async (config) => {
      if (String(config.url).startsWith('https://oauth2.googleapis.com/')) config.url = new URL(`${tags.origin}/token`);
      return config;
    },
  });
  const reading = tagmanager({ version: 'v2', auth: jwt, rootUrl: tags.origin });
  const { container } = await dataOf(reading.accounts.containers.list({ parent: ACCOUNT }));
  expect(container?.map(({ publicId }) => publicId)).toEqual(['GTM-ACME001']);
  const folders = reading.accounts.containers.workspaces.folders;
  await expect(folders.create({ parent: `${C1}/workspaces/1`, requestBody: { name: 'F' } })).rejects.toMatchObject({
    status: 403,
  });
});

describe('accounts and containers', () => {
  test('are listed, read, found by tag id and changed', async () => {
    const { account } = await dataOf(api.accounts.list());
    expect(account).toMatchObject([{ accountId: ACCOUNTS.acme, name: 'Acme', path: ACCOUNT }]);
    const all = await dataOf(api.accounts.list({ includeGoogleTags: true }));
    expect(all.account?.map(({ accountId }) => accountId)).toEqual([ACCOUNTS.acme, ACCOUNTS.googleTags]);
    const mine = await dataOf(api.accounts.get({ path: ACCOUNT }));
    const changed = await dataOf(
      api.accounts.update({
        path: ACCOUNT,
        fingerprint: mine.fingerprint!,
        requestBody: { ...mine, shareData: true },
      }),
    );
    expect(changed).toMatchObject({ name: 'Acme', shareData: true });
    expect(changed.fingerprint).not.toBe(mine.fingerprint);
    const { container } = await dataOf(api.accounts.containers.list({ parent: ACCOUNT }));
    expect(container?.map(({ publicId }) => publicId)).toEqual(['GTM-ACME001', 'GTM-ACME002']);
    expect(await dataOf(api.accounts.containers.lookup({ tagId: 'GTM-ACME001' }))).toMatchObject({ path: C1 });
    expect(await dataOf(api.accounts.containers.lookup({ destinationId: 'AW-468013579' }))).toMatchObject({ path: C1 });
    expect(await dataOf(api.accounts.containers.get({ path: C1 }))).toMatchObject({ usageContext: ['web'] });
    expect((await dataOf(api.accounts.containers.snippet({ path: C1 }))).snippet).toContain('GTM-ACME001');
    expect((await dataOf(api.accounts.containers.snippet({ path: SERVER }))).containerConfig).toBeTruthy();
  });

  test('are made, changed and deleted', async () => {
    const requestBody = { name: 'new.example', usageContext: ['web'] };
    const made = await dataOf(api.accounts.containers.create({ parent: ACCOUNT, requestBody }));
    expect(made.publicId).toMatch(/^GTM-[0-9A-Z]{7}$/);
    const path = made.path!;
    const { workspace } = await dataOf(api.accounts.containers.workspaces.list({ parent: path }));
    expect(workspace).toMatchObject([{ name: 'Default Workspace' }]);
    const renamed = await dataOf(
      api.accounts.containers.update({ path, requestBody: { ...made, name: 'newer.example' } }),
    );
    expect(renamed.name).toBe('newer.example');
    await api.accounts.containers.delete({ path });
    await expect(api.accounts.containers.get({ path })).rejects.toMatchObject({
      status: 404,
      message: 'Not found or permission denied.',
    });
  });

  test('of many pages are walked by their tokens', async () => {
    const agency = open('agency');
    const seen: string[] = [];
    let pageToken: string | undefined;
    do {
      const page = await dataOf(
        agency.accounts.containers.list({ parent: 'accounts/6002000099', ...(pageToken && { pageToken }) }),
      );
      seen.push(...page.container!.map(({ containerId }) => containerId!));
      pageToken = page.nextPageToken ?? undefined;
    } while (pageToken);
    expect(new Set(seen).size).toBe(105);
    expect((await dataOf(agency.accounts.list())).nextPageToken).toBeTruthy();
  });

  test('have destinations and people', async () => {
    const { destinations } = api.accounts.containers;
    expect(await dataOf(destinations.list({ parent: C1 }))).toMatchObject({
      destination: [{ destinationId: 'AW-468013579' }],
    });
    const linked = await dataOf(destinations.link({ parent: C1, destinationId: 'G-OTHER00001' }));
    expect(await dataOf(destinations.get({ path: linked.path! }))).toMatchObject({ destinationId: 'G-OTHER00001' });
    const people = api.accounts.user_permissions;
    expect((await dataOf(people.list({ parent: ACCOUNT }))).userPermission).toHaveLength(4);
    const requestBody = { emailAddress: 'new@acme.example', accountAccess: { permission: 'user' } };
    const made = await dataOf(people.create({ parent: ACCOUNT, requestBody }));
    const path = made.path!;
    const containerAccess = [{ containerId: '7001', permission: 'read' }];
    await people.update({ path, requestBody: { ...made, containerAccess } });
    expect(await dataOf(people.get({ path }))).toMatchObject({ emailAddress: 'new@acme.example', containerAccess });
    await people.delete({ path });
    await expect(people.get({ path })).rejects.toMatchObject({ status: 404 });
  });

  test('say when a call is not in the sandbox', async () => {
    const combined = api.accounts.containers.combine({ path: C1, containerId: '7002' });
    await expect(combined).rejects.toMatchObject({ status: 501 });
    await expect(api.accounts.containers.move_tag_id({ path: C1, tagId: 'G-1' })).rejects.toMatchObject({
      status: 501,
    });
  });
});

/** Each kind of entity has the same methods; what the package names apart is told here. */
const KINDS = [
  { kind: 'tags', at: C1, list: 'tag', body: { name: 'SDK tag', type: 'html', parameter: HTML } },
  { kind: 'triggers', at: C1, list: 'trigger', body: { name: 'SDK trigger', type: 'pageview' } },
  {
    kind: 'variables',
    at: C1,
    list: 'variable',
    body: { name: 'SDK variable', type: 'c', parameter: [{ type: 'template', key: 'value', value: '1' }] },
  },
  { kind: 'folders', at: C1, list: 'folder', body: { name: 'SDK folder' } },
  { kind: 'templates', at: C1, list: 'template', body: { name: 'SDK template', templateData: '___INFO___' } },
  { kind: 'zones', at: C1, list: 'zone', body: { name: 'SDK zone' } },
  { kind: 'clients', at: SERVER, list: 'client', body: { name: 'SDK client', type: 'gaaw_client' } },
  { kind: 'transformations', at: SERVER, list: 'transformation', body: { name: 'SDK rule', type: 'tf_allow_params' } },
  { kind: 'gtag_config', at: GOOGLE_TAG, list: 'gtagConfig', body: { type: 'google', parameter: HTML } },
];

// biome-ignore lint/suspicious/noExplicitAny: the kinds have the same methods under types of their own
type Anything = any;

describe.each(KINDS)('$kind', ({ kind, at, list, body }) => {
  const parent = `${at}/workspaces/1`;

  test('are made, listed, read, replaced, reverted and deleted', async () => {
    const methods = (api.accounts.containers.workspaces as Anything)[kind];
    const made = await dataOf<Anything>(methods.create({ parent, requestBody: body }));
    expect(made).toMatchObject({ ...body, path: expect.stringContaining(`${parent}/${kind}/`) });
    expect((await dataOf<Anything>(methods.list({ parent })))[list]).toContainEqual(made);
    const { path, fingerprint } = made;
    const changed = await dataOf<Anything>(
      methods.update({ path, fingerprint, requestBody: { ...body, name: made.name && `${made.name} 2` } }),
    );
    expect(changed.fingerprint).not.toBe(fingerprint);
    expect(await dataOf(methods.get({ path }))).toEqual(changed);
    await expect(methods.update({ path, fingerprint, requestBody: body })).rejects.toMatchObject({ status: 409 });
    if (methods.revert) expect(await dataOf(methods.revert({ path }))).toEqual({});
    else await methods.delete({ path });
    await expect(methods.get({ path })).rejects.toMatchObject({ status: 404 });
    if (!methods.revert) return;
    const again = await dataOf<Anything>(methods.create({ parent, requestBody: body }));
    expect((await methods.delete({ path: again.path })).status).toBe(204);
  });
});

describe('what only some entities can do', () => {
  const parent = `${C1}/workspaces/1`;

  test('built-in variables are enabled, disabled and reverted', async () => {
    const { built_in_variables: builtIn } = api.accounts.containers.workspaces;
    const made = await dataOf(builtIn.create({ parent, type: ['clickUrl', 'clickText'] }));
    expect(made.builtInVariable).toMatchObject([
      { type: 'clickUrl', name: 'Click URL' },
      { type: 'clickText', name: 'Click Text' },
    ]);
    await builtIn.delete({ path: `${parent}/built_in_variables`, type: ['clickText'] });
    const { builtInVariable } = await dataOf(builtIn.list({ parent }));
    expect(builtInVariable?.map(({ type }) => type)).toContain('clickUrl');
    expect(await dataOf(builtIn.revert({ path: parent, type: 'clickUrl' }))).toEqual({ enabled: false });
  });

  test('folders hold entities and take others in', async () => {
    const { folders, tags: some } = api.accounts.containers.workspaces;
    const path = (await dataOf(folders.list({ parent }))).folder![0]!.path!;
    const { tag } = await dataOf(folders.entities({ path }));
    const linker = (await dataOf(some.list({ parent }))).tag!.find(({ type }) => type === 'gclidw')!;
    await folders.move_entities_to_folder({ path, tagId: [linker.tagId!] });
    expect((await dataOf(folders.entities({ path }))).tag).toHaveLength(tag!.length + 1);
  });

  test('templates come from the gallery', async () => {
    const { templates, tags: some } = api.accounts.containers.workspaces;
    const gallery = { galleryOwner: 'acme', galleryRepository: 'gtm-template', acknowledgePermissions: true };
    const template = await dataOf(templates.import_from_gallery({ parent, ...gallery }));
    const type = `cvt_${template.galleryReference!.galleryTemplateId}`;
    expect(await dataOf(some.create({ parent, requestBody: { name: 'From the gallery', type } }))).toMatchObject({
      type,
    });
  });
});

describe('the life of a draft', () => {
  test('goes from a workspace over a preview and a version to the website, and back', async () => {
    const { workspaces, versions, version_headers: headers } = api.accounts.containers;
    const draft = await dataOf(workspaces.create({ parent: C1, requestBody: { name: 'SDK draft' } }));
    const path = draft.path!;
    expect(await dataOf(workspaces.getStatus({ path }))).toEqual({});
    const named = await dataOf(workspaces.update({ path, requestBody: { ...draft, description: 'by the package' } }));
    expect(await dataOf(workspaces.get({ path }))).toEqual(named);
    const changes = [
      { changeStatus: 'added', trigger: { triggerId: 'new_1', name: 'SDK views', type: 'pageview' } },
      {
        changeStatus: 'added',
        tag: { tagId: 'new_2', name: 'SDK bulk', type: 'html', parameter: HTML, firingTriggerId: ['new_1'] },
      },
    ];
    const bulk = await dataOf(workspaces.bulk_update({ path, requestBody: { changes } }));
    expect(bulk.changes![1]!.tag!.firingTriggerId).toEqual([bulk.changes![0]!.trigger!.triggerId]);
    expect((await dataOf(workspaces.sync({ path }))).mergeConflict).toBeUndefined();
    expect((await dataOf(workspaces.quick_preview({ path }))).compilerError).toBeUndefined();
    const requestBody = { name: 'SDK version', notes: 'made by the package' };
    const made = await dataOf(workspaces.create_version({ path, requestBody }));
    const version = made.containerVersion!;
    expect(version).toMatchObject({ name: 'SDK version', description: 'made by the package' });
    expect(await dataOf(headers.latest({ parent: C1 }))).toMatchObject({
      containerVersionId: version.containerVersionId,
    });
    const published = await dataOf(versions.publish({ path: version.path!, fingerprint: version.fingerprint! }));
    expect(published.containerVersion?.containerVersionId).toBe(version.containerVersionId);
    expect(await dataOf(versions.live({ parent: C1 }))).toMatchObject({ name: 'SDK version' });
    await versions.publish({ path: `${C1}/versions/12` });
    await versions.set_latest({ path: `${C1}/versions/12` });
    await versions.delete({ path: version.path! });
    expect((await dataOf(versions.get({ path: version.path! }))).deleted).toBe(true);
    await versions.undelete({ path: version.path! });
    const renamed = await dataOf(versions.update({ path: version.path!, requestBody: { name: 'Kept' } }));
    expect(renamed.name).toBe('Kept');
    await workspaces.delete({ path: made.newWorkspacePath! });
  });

  test('meets conflicts, which are resolved one by one', async () => {
    const { workspaces, versions } = api.accounts.containers;
    const [mine, theirs] = [
      await dataOf(workspaces.create({ parent: C1, requestBody: { name: 'Mine' } })),
      await dataOf(workspaces.create({ parent: C1, requestBody: { name: 'Theirs' } })),
    ];
    for (const [workspace, notes] of [
      [mine, 'mine'],
      [theirs, 'theirs'],
    ] as const) {
      const { tag } = await dataOf(workspaces.tags.list({ parent: workspace.path! }));
      const linker = tag!.find(({ type }) => type === 'gclidw')!;
      await workspaces.tags.update({ path: linker.path!, requestBody: { ...linker, notes } });
    }
    const made = await dataOf(workspaces.create_version({ path: theirs.path!, requestBody: {} }));
    const { mergeConflict, syncStatus } = await dataOf(workspaces.sync({ path: mine.path! }));
    expect(syncStatus).toEqual({ mergeConflict: true });
    const [conflict] = mergeConflict!;
    expect(conflict!.entityInWorkspace!.tag!.notes).toBe('mine');
    expect(conflict!.entityInBaseVersion!.tag!.notes).toBe('theirs');
    await workspaces.resolve_conflict({
      path: mine.path!,
      fingerprint: conflict!.entityInWorkspace!.tag!.fingerprint!,
      requestBody: conflict!.entityInWorkspace!,
    });
    expect((await dataOf(workspaces.getStatus({ path: mine.path! }))).mergeConflict).toBeUndefined();
    for (const path of [mine.path!, made.newWorkspacePath!]) await workspaces.delete({ path });
    await versions.set_latest({ path: `${C1}/versions/12` });
  });

  test('versions are listed with counts, page by page', async () => {
    const { version_headers: headers } = api.accounts.containers;
    const first = await dataOf(headers.list({ parent: C1 }));
    expect(first.containerVersionHeader).toHaveLength(10);
    const second = await dataOf(headers.list({ parent: C1, pageToken: first.nextPageToken! }));
    expect(second.containerVersionHeader![1]).toMatchObject({
      containerVersionId: '12',
      numTags: expect.stringMatching(/^\d+$/),
    });
  });

  test('environments are made, changed, reauthorized and deleted', async () => {
    const { environments } = api.accounts.containers;
    const { environment } = await dataOf(environments.list({ parent: C1 }));
    expect(environment).toMatchObject([
      { type: 'live', containerVersionId: '12' },
      { type: 'latest' },
      { type: 'user', name: 'Staging' },
    ]);
    const made = await dataOf(environments.create({ parent: C1, requestBody: { name: 'Test', type: 'user' } }));
    const path = made.path!;
    await environments.update({
      path,
      fingerprint: made.fingerprint!,
      requestBody: { ...made, url: 'https://test.example' },
    });
    const before = await dataOf(environments.get({ path }));
    const after = await dataOf(environments.reauthorize({ path, requestBody: {} }));
    expect(after.authorizationCode).not.toBe(before.authorizationCode);
    await environments.delete({ path });
    await expect(environments.get({ path })).rejects.toMatchObject({ status: 404 });
  });
});

/** The calls that the sandbox tells of, served or absent. */
async function claimedCalls(): Promise<string[]> {
  const coverage = await tags.control('GET', '/coverage');
  return (coverage.tags.routes as { method: string; path: string }[])
    .map(({ method, path }) => `${method} ${path.replace(/\{[^}]+\}/g, '{}')}`)
    .filter((call) => call.includes('/tagmanager/'));
}

test('the package has as many methods as the sandbox knows calls', async () => {
  const methodsOf = (resource: object): string[] => [
    ...Object.getOwnPropertyNames(Object.getPrototypeOf(resource)).filter((name) => name !== 'constructor'),
    ...Object.entries(resource).flatMap(([name, part]) => (name === 'context' ? [] : methodsOf(part))),
  ];
  expect(methodsOf(api.accounts)).toHaveLength((await claimedCalls()).length);
});

test('every call was tried by this file', async () => {
  const seen = new Set<string>();
  const { requests } = await tags.control('GET', '/requests?platform=tags');
  for (const { method, path } of requests as { method: string; path: string }[])
    seen.add(`${method} ${path.replace(/\/\d+/g, '/{}')}`);
  expect((await claimedCalls()).filter((call) => !seen.has(call))).toEqual([]);
});
