import { expect, test } from 'vitest';
import { findChannels } from '../../src/build.ts';
import { ToolIndex } from '../../src/finding/tool-index.ts';
import { describeTool } from '../../src/pipeline/describe.ts';
import { wholeName } from '../../src/pipeline/whole-names.ts';
import { CONVERSION_SENTENCES } from './conversion-sentences.ts';
import { HELD_OUT_SENTENCES } from './held-out-sentences.ts';
import { MORE_SENTENCES } from './more-sentences.ts';
import { HELD_OUT_SCHEDULE_SENTENCES, SCHEDULE_SENTENCES } from './schedule-sentences.ts';
import { SENTENCES, type Sentence } from './sentences.ts';
import { HELD_OUT_TAG_SENTENCES, TAG_SENTENCES } from './tag-sentences.ts';
import { WATCHING_SENTENCES } from './watching-sentences.ts';

const { byAddress } = await findChannels();
const tools = [...byAddress.values()].flat();
const names = new Set(tools.map(wholeName));
const index = await ToolIndex.of(tools, (tool) => describeTool(tool).inputSchema);
const found = (said: string) => index.find(said, tools, 5).map(wholeName);

/** The share of sentences with a right tool among the first five; the others are printed. */
function rate(title: string, sentences: readonly Sentence[]): number {
  const misses = sentences
    .map(([said, ...right]) => ({ said, right, found: found(said) }))
    .filter((one) => !one.found.some((name) => one.right.includes(name)));
  for (const { said, right, found } of misses)
    console.log(`missed: ${said}\n  wanted ${right.join(', ')}\n  found  ${found.join(', ')}`);
  const share = 1 - misses.length / sentences.length;
  console.log(`${title}: ${sentences.length - misses.length} of ${sentences.length}, ${(100 * share).toFixed(1)} %`);
  return share;
}

test('of what marketers say, 95 % has the right tool among the first five', () => {
  expect(SENTENCES.length).toBeGreaterThanOrEqual(120);
  expect(rate('sentences', SENTENCES)).toBeGreaterThanOrEqual(0.95);
  const learnt = [...MORE_SENTENCES, ...CONVERSION_SENTENCES];
  expect(rate('more sentences', learnt)).toBeGreaterThanOrEqual(0.95);
  expect(rate('of tags', TAG_SENTENCES)).toBeGreaterThanOrEqual(0.95);
  expect(rate('of watching', WATCHING_SENTENCES)).toBeGreaterThanOrEqual(0.95);
  expect(rate('of schedules', SCHEDULE_SENTENCES)).toBeGreaterThanOrEqual(0.95);
});

test('and hardly less of what the index was never improved by', () => {
  expect(rate('held-out sentences', HELD_OUT_SENTENCES)).toBeGreaterThanOrEqual(0.9);
  expect(rate('held-out of tags', HELD_OUT_TAG_SENTENCES)).toBeGreaterThanOrEqual(0.9);
  expect(rate('held-out of schedules', HELD_OUT_SCHEDULE_SENTENCES)).toBeGreaterThanOrEqual(0.85);
});

const ALL = [
  ...[...SENTENCES, ...MORE_SENTENCES, ...CONVERSION_SENTENCES, ...HELD_OUT_SENTENCES],
  ...[...TAG_SENTENCES, ...HELD_OUT_TAG_SENTENCES],
  ...WATCHING_SENTENCES,
  ...[...SCHEDULE_SENTENCES, ...HELD_OUT_SCHEDULE_SENTENCES],
];

test('the sentences name tools that there are, and nearly all of them', () => {
  const right = new Set(ALL.flatMap(([, ...tools]) => tools));
  expect([...right].filter((name) => !names.has(name))).toEqual([]);
  expect(right.size / names.size).toBeGreaterThan(0.95);
});

test('no sentence repeats a description', () => {
  const told = tools.map(({ title, description }) => wordsOf(`${title} ${description}`).join(' '));
  const repeated = ALL.filter(([said]) => {
    const words = wordsOf(said);
    return words.some(
      (_, at) => at + 5 <= words.length && told.some((t) => t.includes(words.slice(at, at + 5).join(' '))),
    );
  });
  expect(repeated).toEqual([]);
});

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9']+/g) ?? [];
}

test.each([
  ['pause the campaign', 'update_social_campaign update_campaign update_professional_campaign'],
  ['create a new campaign', 'create_social_campaign create_campaign create_professional_campaign'],
  ['why is my ad not delivering', 'diagnose_delivery'],
  ['list my audiences', 'list_audiences list_professional_audiences'],
  ['how did the campaigns do last week', 'get_social_insights get_campaign_performance get_analytics get_report'],
  ['turn off the ad', 'update_social_ad update_ad update_creative'],
  ['copy the campaign', 'duplicate_object duplicate_campaign duplicate_professional_campaign'],
])('where no platform is named, every channel offers its own: %s', (said, fitting) => {
  const offered = found(said)
    .map((name) => name.split('_'))
    .filter(([, ...tool]) => fitting.split(' ').includes(tool.join('_')));
  expect(offered.map(([channel]) => channel).sort()).toEqual(['professional', 'search', 'social', 'video']);
});

test.each(['pause the campaign', 'turn off the ad', 'stop spending on the Berlin ad set', 'pause the tiktok ads'])(
  'nothing that was asked of one thing leads to stopping all: %s',
  (said) => expect(found(said)[0]).not.toBe('workspace_stop_spending'),
);

test.each([
  'pause the google campaign',
  'which google keywords cost most',
  'tag all the brand campaigns with label Brand',
  'google conversion actions',
])('a sentence about search stays there although tags are of the same company: %s', (said) =>
  expect(found(said)[0]).toMatch(/^search_/),
);

test('a slip of the pen and another ending change nothing', () => {
  expect(found('gogle keywrods list')).toContain('search_list_keywords');
  expect(found('instgram campain pause')).toContain('social_update_social_campaign');
  expect(found('pausing campaigns on LinkedIn')).toContain('professional_update_professional_campaign');
});
