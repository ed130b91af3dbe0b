import { expect, test } from 'vitest';
import { z } from 'zod';
import { openApi } from './openapi.ts';
import { toolOf, trains, yard } from './pipeline.testing.ts';

const move = toolOf(trains, {
  name: 'move_train',
  title: 'Move a train',
  description: 'Moves one train.',
  toolset: 'moving',
  access: 'write',
  input: z.strictObject({ train_id: z.string().describe('Which') }),
  output: z.object({ train: z.object({ id: z.string() }) }),
});
const list = toolOf(yard, {
  name: 'list_tracks',
  title: 'List tracks',
  description: 'Lists all tracks.',
  workspace: false,
  input: z.strictObject({ length_m: z.int().describe('At least'), open: z.boolean().optional() }),
  output: z.object({ tracks: z.array(z.string()) }),
});
const nothing = toolOf(yard, { name: 'look', workspace: false, input: z.strictObject({}) });
const documentWith = (publicUrl: string) =>
  openApi(
    new Map([
      ['trains', [move]],
      ['yard', [list]],
    ]),
    { '/yard/tracks': list, '/yard/look': nothing },
    { publicUrl, localUrl: 'http://127.0.0.1:1' },
  );

/** Clients are generated from it, so every word of it is kept: `npx vitest run -u` rewrites it, to be read in the diff. */
test('the description of a small API is this, word for word', async () => {
  const written = JSON.stringify(documentWith('https://ads.example'), undefined, 2);
  await expect(`${written}\n`).toMatchFileSnapshot('openapi.expected.snap');
});

test('without a configured public address, the local one is the only one', () => {
  expect(documentWith('').servers).toEqual([{ url: 'http://127.0.0.1:1', description: 'Local development' }]);
});
