import { expect, test } from 'vitest';
import { z } from 'zod';
import { parsedAsMeant } from './as-meant.ts';

const schema = z.strictObject({
  status: z.enum(['ACTIVE', 'PAUSED']).optional(),
  on: z.boolean().optional(),
  limit: z.int().optional(),
  ratio: z.number().optional(),
  name: z.string().min(3).optional(),
  ad_id: z.string().optional(),
  rows: z.array(z.strictObject({ status: z.enum(['ACTIVE', 'PAUSED']) })).optional(),
});

test.each([
  [{ status: 'paused' }, { status: 'PAUSED' }],
  [{ status: ['Paused'] }, { status: 'PAUSED' }],
  [{ rows: [{ status: 'active' }] }, { rows: [{ status: 'ACTIVE' }] }],
  [{ on: 'True' }, { on: true }],
  [{ on: 'false' }, { on: false }],
  [
    { limit: '5', ratio: ' 0.25' },
    { limit: 5, ratio: 0.25 },
  ],
  [{ ad_id: 7 }, { ad_id: '7' }],
  [
    { status: 'PAUSED', limit: 5 },
    { status: 'PAUSED', limit: 5 },
  ],
])('%j is taken for %j', (given, meant) => {
  expect(parsedAsMeant(schema, given)).toMatchObject({ args: meant, parsed: { success: true, data: meant } });
});

test.each([
  { status: 'gone' },
  { on: 'yes' },
  { limit: '5 or so' },
  { limit: '1234567890123456789' },
  { name: 'ab' },
  { name: 7 },
  { ad_id: 2 ** 60 },
])('%j means nothing that is taken', (given) => {
  expect(parsedAsMeant(schema, given)).toMatchObject({ args: given, parsed: { success: false } });
});
