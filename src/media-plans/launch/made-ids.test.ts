import { expect, test } from 'vitest';
import { toolOf, trains } from '../../pipeline/pipeline.testing.ts';
import type { MediaPlanMember } from '../../plans/media-plan.ts';
import { fullArguments, idIn } from './made-ids.ts';
import { toolOfMember } from './member-classes.ts';

test.each([
  [{ campaign: { id: '7' } }, '7'],
  [{ campaign: { id: 7 } }, '7'],
  [{ campaign: { id: null } }, undefined],
  [{ campaign: { id: { of: '7' } } }, undefined],
  [{ campaign: null }, undefined],
  [undefined, undefined],
])('the id in the reply %j is %s', (reply, id) => {
  expect(idIn(reply, ['campaign', 'id'])).toBe(id);
});

const member = { account: '1' } as MediaPlanMember;

test('ids that earlier calls have made stand in their places, and nothing is made in what has none', () => {
  const given = { name: 'Ad', parent: { made: 'group 1' }, rows: [{ of: { made: 'group 1' } }] };
  const full = (id: string | undefined) => fullArguments(toolOf(trains), member, given, () => id);
  expect(full('7')).toMatchObject({ name: 'Ad', parent: '7', rows: [{ of: '7' }] });
  for (const id of [undefined, ''])
    expect(() => full(id)).toThrow(expect.objectContaining({ code: 'conflict', outcome: 'not_applied' }));
});

test('a tool that is gone since the plan was made is refused', () => {
  const tool = toolOf(trains, { name: 'move_train' });
  expect(toolOfMember([tool], 'trains', 'move_train')).toBe(tool);
  for (const [channel, name] of [
    ['trains', 'gone'],
    ['planes', 'move_train'],
  ] as const)
    expect(() => toolOfMember([tool], channel, name)).toThrow(expect.objectContaining({ code: 'unsupported' }));
});
