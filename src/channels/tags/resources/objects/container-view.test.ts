import { expect, test } from 'vitest';
import { contentsWith, template } from '../containers/contents.testing.ts';
import { viewOf } from './container-view.ts';

async function resolved(text: string, constants: Record<string, string>) {
  const variable = Object.entries(constants).map(([name, value], at) => ({
    variableId: String(at + 1),
    name,
    type: 'c',
    parameter: [template('value', value)],
  }));
  return (await viewOf(contentsWith({ variable }), { now: 0, isServer: false })).resolved(text);
}

test('constants stand in the place of their references, also those that refer to others', async () => {
  expect(await resolved('{{A}}-{{B}}', { A: 'x{{B}}', B: '7' })).toBe('x7-7');
});

test('a text is not resolved where constants refer to each other in a circle', async () => {
  expect(await resolved('{{A}}', { A: '{{B}}', B: '{{A}}' })).toBeUndefined();
  expect(await resolved('{{A}}', { A: 'and {{A}}' })).toBeUndefined();
});
