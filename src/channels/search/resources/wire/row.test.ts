import { expect, test } from 'vitest';
import { Row, rowSchema } from './row.ts';

test('a row is read by what it holds as it would be by everything there is', () => {
  const rows: unknown[] = [
    { customer: { resourceName: 'customers/1', id: '1', descriptiveName: 'A', unknown: 1 } },
    { campaign: { resourceName: 'c', id: '2' }, metrics: { clicks: '3' }, segments: { date: '2026-01-01' } },
    { campaign: { resourceName: 'c', id: '2' }, adGroup: { resourceName: 'g', id: '4' }, newResource: { id: '5' } },
    { campaign: { id: 7 } },
    { metrics: 'none' },
    {},
    [],
    'text',
    null,
  ];
  for (const row of [...rows, ...rows]) {
    const [narrow, whole] = [rowSchema(row).safeParse(row), Row.safeParse(row)];
    expect(narrow.data).toEqual(whole.data);
    expect(narrow.error?.issues).toEqual(whole.error?.issues);
  }
});
