import { expect, test } from 'vitest';
import { judge } from './dialect.ts';
import { errorTable, KINDS } from './error-table.ts';

const table = errorTable('0 | request | none | none | none');

test.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('a complaint that is %s is judged by that', (kind) => {
  const waits = { busy: 'busy', contended: 'busy', broken: 'broken' }[kind as string];
  expect(judge(table, { message: '', kind, waitMs: 7 }, 400)).toEqual(
    waits ? { is: waits, waitMs: 7 } : { is: kind === 'expired' ? 'expired' : 'refused' },
  );
});
