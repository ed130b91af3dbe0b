import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('social');

test('is built from an audience that is large enough, and refused for one that is not', async () => {
  const { audiences } = await call('list_audiences', { limit: 100 });
  const lists = audiences.filter((one: { kind: string }) => one.kind === 'CUSTOM');
  const large = lists.find((one: { size_lower_bound: number }) => one.size_lower_bound > 1000);
  const { audience } = await call('create_lookalike_audience', {
    name: 'alike',
    origin_audience_id: large.id,
    countries: ['US', 'CA'],
    ratio: 0.03,
    starting_ratio: 0.01,
  });
  expect(audience).toMatchObject({ kind: 'LOOKALIKE', lookalike_spec: { ratio: 0.03 } });
  const empty = lists.find((one: { name: string }) => /not uploaded/.test(one.name));
  const small = { name: 'x', origin_audience_id: empty.id, countries: ['US'], ratio: 0.01 };
  expect(await refusal('create_lookalike_audience', small)).toMatchObject({ code: 'invalid_arguments' });
});

test('the ratio is whole hundredths from 0.01 to 0.20, above where it starts', async () => {
  const wanted = { name: 'x', origin_audience_id: '1', countries: ['US'] };
  for (const ratio of [0, 0.21, 0.015]) {
    expect(await refusal('create_lookalike_audience', { ...wanted, ratio })).toMatchObject({ field: 'ratio' });
  }
  const backwards = { ...wanted, ratio: 0.02, starting_ratio: 0.02 };
  expect(await refusal('create_lookalike_audience', backwards)).toMatchObject({ field: 'starting_ratio' });
});
