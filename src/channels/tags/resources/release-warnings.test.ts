import { expect, test } from 'vitest';
import { Version } from '../wire.ts';
import { condition } from './contents.testing.ts';
import { silentTags, warningsOf } from './release-warnings.ts';

const tag = (tagId: string, firingTriggerId: string[], more: Record<string, unknown> = {}) => ({
  tagId,
  name: `Tag ${tagId}`,
  type: 'img',
  firingTriggerId,
  ...more,
});
const page = (triggerId: string, variable: string) => ({
  triggerId,
  name: `Trigger ${triggerId}`,
  type: 'pageview',
  filter: [condition('contains', `{{${variable}}}`, 'x')],
});
const versionOf = (more: Record<string, unknown>) => Version.parse({ containerVersionId: '1', ...more });

test('a tag never fires without a trigger that can hold', () => {
  const silent = silentTags(
    versionOf({
      tag: [
        tag('1', []),
        tag('2', ['7']),
        tag('3', ['8']),
        tag('4', ['7', '8', '2147479553']),
        tag('5', ['9']),
        tag('6', [], { name: 'First' }),
        tag('7', ['9'], { setupTag: [{ tagName: 'First' }] }),
        tag('8', [], { paused: true }),
      ],
      trigger: [page('8', 'Click URL'), page('9', 'Page URL')],
      builtInVariable: [{ type: 'pageUrl', name: 'Page URL' }],
    }),
  );
  expect([...silent.values()]).toEqual([
    'tag "Tag 1" (1) never fires: it has no trigger',
    'tag "Tag 2" (2) never fires: its trigger 7 is not there',
    'tag "Tag 3" (3) never fires: its trigger "Trigger 8" compares {{Click URL}}, which is not enabled or does not exist',
  ]);
});

test('only what the release brings about is warned of', () => {
  const live = versionOf({ tag: [tag('1', [])] });
  const next = versionOf({ tag: [tag('1', []), tag('2', [])] });
  const code = { change: 'added', kind: 'tag', id: '2', name: 'Tag 2', words: '', fields: {}, code: '<b>' } as const;
  const noted = { ...code, change: 'updated', fields: { notes: { to: 'x' } } } as const;
  const rewritten = { ...code, change: 'updated', fields: { 'parameters.html': { to: '<b>' } } } as const;
  expect(warningsOf(live, next, [code, { ...code, change: 'deleted' }, noted, rewritten])).toEqual([
    'tag "Tag 2" (2) is new code that runs in the browsers of visitors, 3 characters, shown whole as its code',
    expect.stringContaining('keeps its code'),
    expect.stringContaining('has changed code'),
    'tag "Tag 2" (2) never fires: it has no trigger',
  ]);
});
