import { expect, test } from 'vitest';
import { Failure } from '../../../errors.ts';
import type { ProfessionalClient } from '../client.ts';
import { changed } from './update.ts';

const gone = new Failure({ code: 'not_found', message: 'Gone.', nextStep: '' });
const change = (status: string) => ({
  what: 'The campaign 7',
  client: { update: async () => {} } as unknown as ProfessionalClient,
  account: '1',
  path: '/7',
  status: { before: 'ACTIVE', after: status },
  fields: {},
  before: { status: 'ACTIVE' },
  wanted: {},
  read: () => Promise.reject(gone),
});

test('what is not found after its deletion was deleted; after any other change that tells nothing', async () => {
  expect(await changed(change('REMOVED'))).toEqual({
    shown: { status: 'PENDING_DELETION' },
    report: { applied: { status: { from: 'ACTIVE', to: 'PENDING_DELETION' } }, not_applied: [] },
  });
  await expect(changed(change('PAUSED'))).rejects.toMatchObject({ outcome: 'unknown' });
});
