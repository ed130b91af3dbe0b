import { expect, test } from 'vitest';
import { HOUR_MS } from '../../../ambient.ts';
import { type Params, videoForTests } from '../calls.testing.ts';

const video = videoForTests();

const pixel = async () => (await video.get('pixel/list')).pixels[0].pixel_id as string;
const set = (value: string, event_source_ids: string[], more: Params = {}) => ({
  operator: 'OR',
  rules: [
    {
      event_source_ids,
      retention_days: 30,
      filter_set: { operator: 'OR', filters: [{ field: 'EVENT', operator: 'EQ', value }] },
      ...more,
    },
  ],
});
const CREATE = 'dmp/custom_audience/rule/create';
const body = (rule_spec: Params) => ({ custom_audience_name: 'V', audience_type: 'PIXEL', rule_spec });

test('an event that the pixel does not send is accepted, and finds 0 people', async () => {
  const id = await pixel();
  const sizes: Params[] = [];
  for (const inclusion_rule_set of [set('PAGE BROWSE', [id]), set('PIXEL SEARCH', [id])]) {
    const { custom_audience_id } = await video.post(CREATE, body({ inclusion_rule_set }));
    video.advance(25 * HOUR_MS);
    const { list } = await video.get('dmp/custom_audience/list', { custom_audience_ids: [custom_audience_id] });
    sizes.push(list[0]);
  }
  expect(sizes).toMatchObject([
    { audience_type: 'Website Audience', is_valid: true, cover_num: 61_000 },
    { is_valid: false, cover_num: 0 },
  ]);
});

test.each([
  ['inclusion_rule_set', () => ({})],
  ['event_source_ids', () => ({ inclusion_rule_set: set('PAGE BROWSE', ['1']) })],
  ['value', (id: string) => ({ inclusion_rule_set: set('PURCHASED', [id]) })],
  ['retention_days', (id: string) => ({ inclusion_rule_set: set('PAGE BROWSE', [id], { retention_days: 181 }) })],
  ['filter_set', (id: string) => ({ inclusion_rule_set: set('PAGE BROWSE', [id], { filter_set: undefined }) })],
])('a rule without its %s is refused', async (word, spec) => {
  const { code, message } = await video.refused('POST', CREATE, body(spec(await pixel())));
  expect([code, message]).toEqual([40002, expect.stringContaining(word)]);
});

test('an audience by rule takes no list of people', async () => {
  const { custom_audience_id } = await video.post(
    CREATE,
    body({ inclusion_rule_set: set('PAGE BROWSE', [await pixel()]) }),
  );
  video.advance(25 * HOUR_MS);
  const change = { custom_audience_id, file_paths: ['x'] };
  expect((await video.refused('POST', 'dmp/custom_audience/update', change)).message).toContain('not editable');
});
