import { expect, test } from 'vitest';
import { leastOfFive, longestTurnMs } from '../../../../event-loop/turn-length.testing.ts';
import { scriptedSession } from '../../../../upstream/scripted-session.testing.ts';
import { channel } from '../../channel.ts';
import { TagsClient } from '../../client.ts';
import { condition, template } from '../containers/contents.testing.ts';
import { contentsOf, NO_CONTENTS } from '../containers/contents.ts';
import { differencesBetween } from './difference.ts';
import { namesIn } from './names.ts';
import { LISTS, overviewOf } from './overview.ts';

const OBJECTS = 1000;
const HTML = `<script>${'/* {{DLV value}} {{ '.repeat(200)}</script>`;

const many = <T>(make: (id: string) => T): T[] => Array.from({ length: OBJECTS }, (_, n) => make(String(n + 1)));
const version = {
  containerVersionId: '7',
  tag: many((tagId) => ({
    ...{ tagId, name: `Tag ${tagId}`, type: 'html', fingerprint: '1', firingTriggerId: [tagId, '2147479553'] },
    parameter: [template('html', HTML + tagId)],
  })),
  trigger: many((triggerId) => ({
    ...{ triggerId, name: `Trigger ${triggerId}`, type: 'pageview', fingerprint: '1' },
    filter: [condition('contains', '{{Page URL}}', triggerId)],
  })),
  variable: many((variableId) => ({
    ...{ variableId, name: `Variable ${variableId}`, type: 'jsm', fingerprint: '1' },
    parameter: [template('javascript', `function(){return {{Variable ${Number(variableId) + 1}}}}`)],
  })),
};
const body = JSON.stringify(version);

function read() {
  const { session } = scriptedSession({ platform: 'tags', dialect: channel.dialect!, replies: [{ body }] });
  return new TagsClient(session).version('accounts/1/containers/2/versions:live');
}

test('a container of thousands is read, shown and compared in short turns', async () => {
  const whole = contentsOf(await read());
  const names = { before: namesIn(NO_CONTENTS), after: namesIn(whole) };
  const works: Record<string, () => Promise<unknown>> = {
    read,
    show: () => overviewOf(whole, whole, { lists: LISTS, from: 0, size: OBJECTS, textMax: 400 }),
    compare: () => differencesBetween(NO_CONTENTS, whole, names),
  };
  for (const [name, work] of Object.entries(works)) {
    expect(await leastOfFive(50, () => longestTurnMs(work)), name).toBeLessThan(50);
  }
});

test('lists are cut at the same place, and only what is asked for is shown', async () => {
  const whole = contentsOf(await read());
  const first = await overviewOf(whole, whole, { lists: ['tags', 'triggers'], from: 0, size: 2, textMax: 10 });
  expect(first).toMatchObject({
    counts: { tags: OBJECTS, triggers: OBJECTS },
    tags: [{ tag_id: '1', shortened: ['html'] }, { tag_id: '2' }],
    triggers: [{ trigger_id: '1', fires: ['Tag 1'] }, { trigger_id: '2' }],
    hasMore: true,
  });
  expect(first).not.toHaveProperty('variables');
  const last = await overviewOf(whole, whole, { lists: ['variables'], from: OBJECTS - 1, size: 2 });
  expect(last).toMatchObject({
    variables: [{ variable_id: '1000', used_by: ['variable Variable 999'] }],
    hasMore: false,
  });
});
