import { expect, test } from 'vitest';
import { sandboxed } from '../sandboxed.testing.ts';

const { call } = sandboxed();

test('lists the identities an ad can have, and for which ads', async () => {
  const { identities } = await call('get_identities');
  const byKind = (kind: string) => identities.filter((one: { kind: string }) => one.kind === kind);
  expect(byKind('TT_USER').map(({ usable }: { usable: boolean }) => usable)).toEqual([false, true]);
  expect(byKind('TT_USER')[0]).toMatchObject({ status: 'NO_VALID_BIND_ACCOUNT', usable_for: [] });
  expect(byKind('BC_AUTH_TT')[0].id).toMatch(/^[0-9a-f]{8}-/);
  expect(byKind('CUSTOMIZED_USER')[0].usable_for[0]).toContain('outside of TikTok');
  expect((await call('get_identities', { name_contains: 'Stüdio' })).identities).toHaveLength(1);
});
