import { expect, test } from 'vitest';
import { scopeOf } from './limits.ts';
import type { Looker } from './looker.ts';

/** Who owns the workspace, and has this role in the organization. */
function owner(organizationRole: 'owner' | undefined): Looker {
  const keys = [
    { id: 'key_1', workspaceId: 'ws_1' },
    { id: 'key_wide', workspaceId: 'ws_1', organizationWide: true },
    { id: 'key_other', workspaceId: 'ws_2' },
  ];
  const list = async ({ ids }: { ids: string[] }) => keys.filter(({ id }) => ids.includes(id));
  return {
    parts: { home: { keyRing: { list } } },
    person: { organizationRole },
    workspace: { id: 'ws_1', organizationId: 'org_1' },
  } as unknown as Looker;
}
const ofKey = (keyId: string) => ({ scope: 'key', keyId }) as const;

test('the owner of a workspace sets its limits and those of its keys', async () => {
  const place = { organizationId: 'org_1', workspaceId: 'ws_1' };
  expect(await scopeOf(owner(undefined), { scope: 'workspace' })).toEqual({ scope: 'workspace', ...place });
  expect(await scopeOf(owner(undefined), ofKey('key_1'))).toEqual({ scope: 'key', ...place, keyId: 'key_1' });
});

test('but not those of the organization, of a key that opens all of it, or of a key of another workspace', async () => {
  await expect(scopeOf(owner(undefined), { scope: 'organization' })).rejects.toMatchObject({ status: 403 });
  await expect(scopeOf(owner(undefined), ofKey('key_wide'))).rejects.toThrow('organization');
  for (const id of ['key_other', 'key_none'])
    await expect(scopeOf(owner('owner'), ofKey(id))).rejects.toThrow('There is no such key');
  expect(await scopeOf(owner('owner'), { scope: 'organization' })).toEqual({
    scope: 'organization',
    organizationId: 'org_1',
  });
  expect(await scopeOf(owner('owner'), ofKey('key_wide'))).toMatchObject({ keyId: 'key_wide' });
});
