import { expect, test } from 'vitest';
import { IMPORT_FIELDS } from '../conversions/import/columns.ts';
import { eventOf } from '../conversions/import/row-event.ts';
import { readJson } from '../http/json-body.ts';
import { ROWS_AT_ONCE } from './conversion-import.ts';

test('a slice of rows in which every field is filled fits into one request', () => {
  const values: Record<string, string> = { happened_at: '1763370000', 'value.amount': '12.5', consent: 'yes' };
  const columns = IMPORT_FIELDS.map((field, index) => ({ field, index, head: field }));
  const cells = IMPORT_FIELDS.map((field) => ({ raw: values[field] ?? 'x', shown: values[field] ?? 'x' }));
  const row = eventOf(cells, { columns, fixed: {}, unused: [] }, undefined);
  if (!('event' in row)) throw new Error(JSON.stringify(row));
  const args = { events: Array(ROWS_AT_ONCE).fill(row.event), channels: ['social', 'search'] };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'send_conversions', arguments: args } };
  expect(readJson(Buffer.from(JSON.stringify(body)))).toMatchObject({ kind: 'value' });
});
