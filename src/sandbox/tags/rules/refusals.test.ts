import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Body } from '../../platform.testing.ts';
import { C1, startTags, type TagsSandbox, W1 } from '../calls.testing.ts';
import { ACCOUNT, DUPLICATE, empty, html, NOT_FOUND, ofKind, testCases } from './cases.testing.ts';

let tags: TagsSandbox;
beforeAll(async () => {
  tags = await startTags();
});
afterAll(() => tags.close());

const GOOGLE_TAG = `${ACCOUNT}/containers/7003`;

describe('containers and workspaces', () => {
  const all = `${ACCOUNT}/containers`;
  const web = { name: 'Web', usageContext: ['web'] };
  testCases(
    () => tags,
    [
      ['POST', all, { ...web, name: '' }, 400, empty('container.name'), web],
      [
        'POST',
        all,
        { name: 'Nowhere' },
        400,
        empty('container.usageContext'),
        { name: 'Somewhere', usageContext: ['web'] },
      ],
      [
        'POST',
        all,
        { name: 'None', usageContext: [] },
        400,
        empty('container.usageContext'),
        { name: 'Server', usageContext: ['server'] },
      ],
      ['POST', all, web, 400, DUPLICATE, { ...web, name: 'Web 2' }],
      ['PUT', C1, { name: '' }, 400, empty('container.name'), { name: 'Acme website', notes: 'ours' }],
      ['POST', `${C1}/workspaces`, {}, 400, empty('workspace.name'), { name: 'Second' }],
      ['POST', `${C1}/workspaces`, { name: 'Second' }, 400, DUPLICATE, { name: 'Third' }],
      ['PUT', W1, { name: 'Second' }, 400, DUPLICATE, { name: 'First' }],
      ['PUT', W1, { name: '' }, 400, empty('workspace.name'), { name: 'First', description: 'ours' }],
      [
        'POST',
        `${ACCOUNT}/user_permissions`,
        { accountAccess: { permission: 'user' } },
        400,
        empty('userPermission.emailAddress'),
        { emailAddress: 'new@acme.example' },
      ],
      ['POST', `${C1}/environments`, { type: 'user' }, 400, empty('environment.name'), { name: 'E', type: 'user' }],
      [
        'POST',
        `${C1}/environments`,
        { name: 'F', containerVersionId: '999' },
        404,
        NOT_FOUND,
        { name: 'F', containerVersionId: '12' },
      ],
      [
        'POST',
        `${GOOGLE_TAG}/destinations:link`,
        {},
        400,
        `Invalid value at 'destinationId', ""`,
        `${GOOGLE_TAG}/destinations:link?destinationId=AW-77`,
      ],
      [
        'POST',
        `${GOOGLE_TAG}/destinations:link?destinationId=UA-1`,
        {},
        400,
        `Invalid value at 'destinationId', "UA-1"`,
        `${GOOGLE_TAG}/destinations:link?destinationId=G-77`,
      ],
    ],
  );

  test('are looked up by one id or the other, and a flag is true or false', async () => {
    const message = async (path: string) => (await tags.call('GET', path)).body.error?.message;
    expect(await message('accounts/containers:lookup')).toBe('Either tagId or destinationId must be given.');
    expect(await message('accounts/containers:lookup?tagId=GTM-NONE')).toBe(NOT_FOUND);
    expect(await tags.ask('GET', 'accounts/containers:lookup?tagId=GTM-ACME001')).toMatchObject({
      containerId: '7001',
    });
    const found = await tags.ask('GET', 'accounts/containers:lookup?destinationId=G-ACME00001');
    expect(found).toMatchObject({ containerId: '7003' });
    expect(await message(`${all}?includeGoogleTags=yes`)).toBe(
      `Invalid value at 'includeGoogleTags' (TYPE_BOOL), "yes"`,
    );
    expect(await message(`${all}?includeGoogleTags=false`)).toBeUndefined();
  });

  test('have destinations that belong to one of them', async () => {
    const one = await tags.ask('POST', `${GOOGLE_TAG}/destinations:link?destinationId=AW-88`);
    expect(await tags.ask('GET', `${GOOGLE_TAG}/destinations/${one.destinationLinkId}`)).toEqual(one);
    await tags.ask('POST', `${C1}/destinations:link?destinationId=AW-88`);
    expect((await tags.call('GET', `${GOOGLE_TAG}/destinations/${one.destinationLinkId}`)).status).toBe(404);
    const ids = (await tags.ask('GET', `${C1}/destinations`)).destination.map((each: Body) => each.destinationId);
    expect(ids.filter((id: string) => id === 'AW-88')).toHaveLength(1);
  });

  test('have environments of which the own ones change, each by its print', async () => {
    const { environment } = await tags.ask('GET', `${C1}/environments`);
    const [live, , staging] = environment;
    const refused = await tags.call('PUT', live.path, { name: 'Live' });
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      'Only environments of type user can be changed.',
    ]);
    expect((await tags.call('PUT', `${staging.path}?fingerprint=1`, { name: 'S' })).status).toBe(409);
    const changed = await tags.ask('PUT', `${staging.path}?fingerprint=${staging.fingerprint}`, { name: 'S' });
    expect(changed).toMatchObject({ name: 'S', type: 'user', authorizationCode: staging.authorizationCode });
    await tags.ask('DELETE', staging.path);
    expect((await tags.call('GET', staging.path)).status).toBe(404);
  });

  test('have versions that are deleted once and found by their ids', async () => {
    await tags.ask('DELETE', `${C1}/versions/4`);
    expect((await tags.call('DELETE', `${C1}/versions/4`)).status).toBe(404);
    expect((await tags.call('GET', `${C1}/versions/999`)).status).toBe(404);
  });
});

describe('what a body says', () => {
  const tagsPath = `${W1}/tags`;
  testCases(
    () => tags,
    [
      [
        'POST',
        tagsPath,
        html('A', { paused: 'yes' }),
        400,
        ofKind('tag.paused', 'BOOL', 'yes'),
        html('A', { paused: true }),
      ],
      ['POST', tagsPath, html('B', { firingTriggerId: ['999'] }), 404, NOT_FOUND, html('B')],
      ['POST', tagsPath, html(''), 400, empty('tag.name'), html('C')],
      ['POST', `${W1}/triggers`, { name: 'T' }, 400, empty('trigger.type'), { name: 'T', type: 'pageview' }],
      [
        'POST',
        tagsPath,
        html('D', { teardownTag: [{ tagName: 'A', stopTeardownOnFailure: 'no' }] }),
        400,
        ofKind('tag.teardownTag[0].stopTeardownOnFailure', 'BOOL', 'no'),
        html('D', { teardownTag: [{ tagName: 'A', stopTeardownOnFailure: false }] }),
      ],
    ],
  );

  test('is JSON', async () => {
    const send = async (body: string) => {
      tags.advance(4000);
      const headers = { authorization: `Bearer ${await tags.token()}`, 'content-type': 'application/json' };
      const reply = await fetch(`${tags.origin}/tagmanager/v2/${W1}/folders`, { method: 'POST', headers, body });
      return [reply.status, ((await reply.json()) as Body).error?.message];
    };
    expect(await send('{')).toEqual([400, 'Invalid JSON payload received. Parse error.']);
    expect(await send('{"name":"By hand"}')).toEqual([200, undefined]);
  });

  test('is read after the token, and a token has to be there', async () => {
    const none = await fetch(`${tags.origin}/tagmanager/v2/accounts`);
    expect([none.status, await none.json()]).toMatchObject([
      401,
      { error: { details: [{ reason: 'CREDENTIALS_MISSING' }] } },
    ]);
    const elsewhere = await fetch(`${tags.origin}/tagmanager/v2/nowhere`);
    expect([elsewhere.status, elsewhere.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8']);
    expect(await elsewhere.text()).toContain('Error 404');
  });
});

describe('built-in variables', () => {
  const path = `${W1}/built_in_variables`;
  testCases(
    () => tags,
    [
      ['POST', path, {}, 400, 'Required parameter: type', `${path}?type=clickClasses`],
      [
        'POST',
        `${path}?type=weather`,
        {},
        400,
        `Invalid value at 'type' (TYPE_ENUM), "weather"`,
        `${path}?type=clickElement`,
      ],
      [
        'POST',
        `${path}?type=clickTarget&type=weather`,
        {},
        400,
        `Invalid value at 'type' (TYPE_ENUM), "weather"`,
        `${path}?type=clickTarget`,
      ],
    ],
  );

  test('are enabled, disabled and put back to what the version has', async () => {
    const enabled = async (type: string) =>
      (await tags.ask('GET', path)).builtInVariable.some((each: Body) => each.type === type);
    await tags.ask('POST', `${path}?type=clickUrl`);
    expect(await enabled('clickUrl')).toBe(true);
    expect(await tags.ask('POST', `${path}:revert?type=clickUrl`)).toEqual({ enabled: false });
    expect(await enabled('clickUrl')).toBe(false);
    await tags.ask('DELETE', `${path}?type=clickUrl`);
    await tags.ask('DELETE', `${path}?type=pageUrl`);
    expect(await enabled('pageUrl')).toBe(false);
    expect(await tags.ask('POST', `${path}:revert?type=pageUrl`)).toEqual({ enabled: true });
    expect(await enabled('pageUrl')).toBe(true);
  });
});

describe('templates of the gallery', () => {
  const path = (query: string) => `${W1}/templates:import_from_gallery?${query}`;
  const whole = 'galleryOwner=acme&acknowledgePermissions=true&galleryRepository=';
  testCases(
    () => tags,
    [
      [
        'POST',
        path('galleryRepository=r&acknowledgePermissions=true'),
        {},
        400,
        empty('galleryOwner'),
        path(`${whole}r1`),
      ],
      [
        'POST',
        path('galleryOwner=acme&acknowledgePermissions=true'),
        {},
        400,
        empty('galleryRepository'),
        path(`${whole}r2`),
      ],
      [
        'POST',
        path('galleryOwner=acme&galleryRepository=r'),
        {},
        400,
        'acknowledgePermissions: The permissions of the template must be acknowledged.',
        path(`${whole}r3`),
      ],
      [
        'POST',
        path('galleryOwner=acme&galleryRepository=r&acknowledgePermissions=false'),
        {},
        400,
        'acknowledgePermissions: The permissions of the template must be acknowledged.',
        path(`${whole}r4`),
      ],
      ['POST', path(`${whole}r1`), {}, 400, DUPLICATE, path(`${whole}r5`)],
    ],
  );

  test('keep where they came from when they are written again', async () => {
    const made = await tags.ask('POST', path(`${whole}kept&gallerySha=abc`));
    expect(made.galleryReference).toMatchObject({
      host: 'github.com',
      owner: 'acme',
      repository: 'kept',
      version: 'abc',
    });
    const { name, templateData, galleryReference } = made;
    const after = await tags.ask('PUT', made.path, { name, templateData, galleryReference });
    expect(after.galleryReference).toEqual(galleryReference);
    const odd = { name, templateData, galleryReference: { ...galleryReference, isModified: 'no' } };
    const refused = await tags.call('PUT', made.path, odd);
    expect(refused.body.error.message).toBe(ofKind('customTemplate.galleryReference.isModified', 'BOOL', 'no'));
  });
});
