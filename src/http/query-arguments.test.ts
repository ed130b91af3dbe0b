import { expect, test } from 'vitest';
import { z } from 'zod';
import { toolOf, trains } from '../pipeline/pipeline.testing.ts';
import { queryArguments } from './query-arguments.ts';

const tool = toolOf(trains, {
  input: z.strictObject({
    ids: z.array(z.string()).optional(),
    rows: z.array(z.object({ id: z.string() })).optional(),
    isNew: z.boolean().optional(),
    limit: z.int().optional(),
    name: z.string().optional(),
  }),
});

test.each([
  ['ids', '1,2', ['1', '2']],
  ['ids', ['1', '2,3'], ['1', '2', '3']],
  ['rows', '[{"id":"1"}]', [{ id: '1' }]],
  ['rows', '[{', '[{'],
  ['isNew', 'true', true],
  ['isNew', 'false', false],
  ['isNew', 'yes', 'yes'],
  ['limit', '20', 20],
  ['limit', '-1', '-1'],
  ['limit', '1e3', '1e3'],
  ['limit', ['1', '2'], ['1', '2']],
  ['name', '20', '20'],
  ['unknown', '20', '20'],
])('%s=%j in an address is %j', (name, given, read) => {
  expect(queryArguments(tool, { [name]: given })[name]).toEqual(read);
});
