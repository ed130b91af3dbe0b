import { expect, test } from 'vitest';
import type { ProfessionalClient } from '../client.ts';
import { type Row, readAgain } from './bulk-rows.ts';

test('an object that is not shown any more is gone only if it was to be removed', async () => {
  const client = { list: async () => ({ items: [] }) } as unknown as ProfessionalClient;
  const row = (id: string, status: string): Row => ({
    id,
    key: id,
    before: { status: 'ACTIVE' },
    wanted: { status },
    fields: {},
    deletes: false,
  });
  const rows = [row('1', 'PAUSED'), row('2', 'REMOVED'), row('3', 'PENDING_DELETION')];
  expect(await readAgain(client, '500', 'campaign', rows)).toEqual([
    undefined,
    { status: 'REMOVED' },
    { status: 'PENDING_DELETION' },
  ]);
});
