import { expect, test } from 'vitest';
import { table } from './table.ts';

test('columns are as wide as what stands in them', () => {
  expect(
    table(
      ['NAME', 'ID'],
      [
        ['a', 'key_1'],
        ['longer', 'key_2'],
      ],
    ),
  ).toBe(['NAME    ID', '──────  ─────', 'a       key_1', 'longer  key_2'].join('\n'));
});

test('a name commands no terminal, turns no text and breaks no line', () => {
  const [, , row] = table(['NAME', 'ID'], [['\u001b[2Jgpj.\u202eexe\u200b\nkey_9', 'key_1']]).split('\n');
  expect(row).toBe('[2Jgpj.exe key_9  key_1');
});
