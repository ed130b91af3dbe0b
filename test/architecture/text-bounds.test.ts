import { expect, test } from 'vitest';
import type { z } from 'zod';
import { api } from '../../src/web/api/router.ts';
import { boundlessTexts } from '../text-bounds.ts';

test('a text that a procedure of the web application takes has a bound', () => {
  const procedures = Object.entries(
    api._def.procedures as unknown as Record<string, { _def: { inputs: z.ZodType[] } }>,
  );
  expect(procedures.length).toBeGreaterThan(100);
  const found = procedures.flatMap(([name, { _def }]) => _def.inputs.flatMap((input) => boundlessTexts(input, name)));
  expect([...new Set(found)]).toEqual([]);
});
