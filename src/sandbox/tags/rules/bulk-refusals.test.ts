import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTags, type TagsSandbox, W1 } from '../calls.testing.ts';
import { html, NOT_FOUND, ofKind, testCases } from './cases.testing.ts';

let tags: TagsSandbox;
beforeAll(async () => {
  tags = await startTags();
});
afterAll(() => tags.close());

describe('many changes at once', () => {
  const path = `${W1}/bulk_update`;
  const of = (...changes: unknown[]) => ({ changes });
  const folder = (name: string, more = {}) => ({ changeStatus: 'added', folder: { name, ...more } });
  testCases(
    () => tags,
    [
      ['POST', path, { changes: {} }, 400, ofKind('changes', 'MESSAGE', {}), of(folder('One'))],
      [
        'POST',
        path,
        of({ ...folder('X'), changeStatus: 'moved' }),
        400,
        ofKind('changes[0].changeStatus', 'ENUM', 'moved'),
        of(folder('Two')),
      ],
      [
        'POST',
        path,
        of(folder('X'), { changeStatus: 'added' }),
        400,
        'changes[1]: An entity must hold exactly one object.',
        of(folder('Three')),
      ],
      [
        'POST',
        path,
        of({ ...folder('X'), tag: {} }),
        400,
        'changes[0]: An entity must hold exactly one object.',
        of(folder('Four')),
      ],
      [
        'POST',
        path,
        of({ changeStatus: 'added', builtInVariable: { type: 'clickUrl' } }),
        400,
        'builtInVariable: Built-in variables cannot be changed in bulk.',
        of(folder('Five')),
      ],
      [
        'POST',
        path,
        of({ changeStatus: 'updated', folder: { folderId: '999', name: 'X' } }),
        404,
        NOT_FOUND,
        of(folder('Six')),
      ],
      ['POST', path, of({ changeStatus: 'deleted', folder: { folderId: '999' } }), 404, NOT_FOUND, of(folder('Seven'))],
    ],
  );

  test('are updates and deletions too, and nothing of what stays', async () => {
    const { path: trigger, triggerId } = await tags.ask('POST', `${W1}/triggers`, {
      name: 'Bulk views',
      type: 'pageview',
    });
    const tag = await tags.ask('POST', `${W1}/tags`, html('Bulk', { firingTriggerId: [triggerId] }));
    const kept = await tags.ask('POST', `${W1}/folders`, { name: 'Kept' });
    const { changes } = await tags.ask(
      'POST',
      path,
      of(
        { changeStatus: 'deleted', trigger: { triggerId } },
        { changeStatus: 'updated', tag: { ...html('Bulk again'), tagId: tag.tagId } },
        { changeStatus: 'none', folder: { folderId: kept.folderId, name: 'Not said' } },
      ),
    );
    expect(changes).toMatchObject([
      { changeStatus: 'deleted', trigger: { triggerId } },
      { changeStatus: 'updated', tag: { tagId: tag.tagId, name: 'Bulk again' } },
      { changeStatus: 'none', folder: { folderId: kept.folderId, name: 'Kept' } },
    ]);
    expect((await tags.call('GET', trigger)).status).toBe(404);
    expect(await tags.ask('GET', tag.path)).not.toHaveProperty('firingTriggerId');
    const group = { name: 'Group', type: 'triggerGroup', triggerId: 'new_2' };
    const cites = { type: 'list', key: 'triggerIds', list: [{ type: 'triggerReference', value: 'new_1' }] };
    const { changes: made } = await tags.ask(
      'POST',
      path,
      of(
        { changeStatus: 'added', trigger: { name: 'Member', type: 'pageview', triggerId: 'new_1' } },
        { changeStatus: 'added', trigger: { ...group, parameter: [cites] } },
      ),
    );
    expect(made[1].trigger.parameter[0].list[0].value).toBe(made[0].trigger.triggerId);
  });
});

describe('folders and what was there', () => {
  test('a folder takes in what is there, and lets it go when it is deleted', async () => {
    const folder = await tags.ask('POST', `${W1}/folders`, { name: 'Holding' });
    const tag = await tags.ask('POST', `${W1}/tags`, html('Held'));
    const move = (tagId: string) => tags.call('POST', `${folder.path}:move_entities_to_folder?tagId=${tagId}`);
    expect((await move('999')).status).toBe(404);
    expect((await move(tag.tagId)).status).toBe(204);
    expect(await tags.ask('GET', tag.path)).toMatchObject({ parentFolderId: folder.folderId });
    await tags.ask('DELETE', folder.path);
    expect(await tags.ask('GET', tag.path)).not.toHaveProperty('parentFolderId');
  });

  test('a revert of what never was there finds nothing', async () => {
    expect((await tags.call('POST', `${W1}/tags/999:revert`)).status).toBe(404);
    const tag = await tags.ask('POST', `${W1}/tags`, html('There'));
    expect(await tags.ask('POST', `${tag.path}:revert`)).toEqual({});
  });
});

test.each([
  ['throttle', 429, 'rate_limit_exceeded'],
  ['unavailable', 503, 'temporarily_unavailable'],
])('a token can be met by the fault %s', async (fault, status, error) => {
  await tags.control('POST', '/faults', { platform: 'tags', kind: fault, match: 'POST /token' });
  const reply = await fetch(`${tags.origin}/token`, { method: 'POST', body: new URLSearchParams() });
  expect([reply.status, await reply.json()]).toMatchObject([status, { error }]);
});
