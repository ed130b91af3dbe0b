import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { walk } = sandboxed('professional');

test('lead forms with their state, page by page', async () => {
  expect(await walk('list_lead_forms', 'lead_forms', { limit: 1 })).toMatchObject([
    { name: 'Request a demo', status: 'PUBLISHED' },
    { name: 'Newsletter', status: 'DRAFT' },
  ]);
});
