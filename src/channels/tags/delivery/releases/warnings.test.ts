import { expect, test } from 'vitest';
import { condition } from '../../resources/containers/contents.testing.ts';
import { Version } from '../../wire.ts';
import { silentTags, warningsOf } from './warnings.ts';

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
const NOW = Date.UTC(2026, 10, 18);
const versionOf = (more: Record<string, unknown>) => Version.parse({ containerVersionId: '1', ...more });

test('a tag never fires without a trigger that can hold', async () => {
  const silent = await silentTags(
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
    NOW,
  );
  expect([...silent]).toEqual([
    ['1', expect.stringContaining('has no trigger')],
    ['2', expect.stringContaining('trigger 7, which does not exist')],
    ['3', expect.stringContaining('“Trigger 8” asks for the built-in variable Click URL, which is switched off')],
  ]);
});

test('only what the release brings about is warned of', async () => {
  const live = versionOf({ tag: [tag('1', [])] });
  const next = versionOf({ tag: [tag('1', []), tag('2', [])] });
  const code = { change: 'added', kind: 'tag', id: '2', name: 'Tag 2', words: '', fields: {}, code: '<b>' } as const;
  const noted = { ...code, change: 'updated', fields: { notes: { to: 'x' } } } as const;
  const rewritten = { ...code, change: 'updated', fields: { 'parameters.html': { to: '<b>' } } } as const;
  const outgoing = [code, { ...code, change: 'deleted' as const }, noted, rewritten];
  expect(await warningsOf({ live, next, outgoing, now: NOW })).toEqual([
    'tag "Tag 2" (2) is new code that runs in the browsers of visitors, 3 characters, shown whole as its code',
    expect.stringContaining('keeps its code'),
    expect.stringContaining('has changed code'),
    'The tag “Tag 2” has no trigger, and no other tag calls it: it never fires.',
  ]);
});
