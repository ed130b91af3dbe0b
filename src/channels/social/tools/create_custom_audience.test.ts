import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call, refusal } = sandboxed('social');

test('makes an empty customer list, or an audience by rule', async () => {
  const list = await call('create_custom_audience', { name: 'list', customer_file_source: 'USER_PROVIDED_ONLY' });
  expect(list.audience.kind).toBe('CUSTOM');
  const { pixels } = await call('list_pixels');
  const source = { event_sources: [{ id: pixels[0].id, type: 'pixel' }], retention_seconds: 2_592_000 };
  const filter = { operator: 'and', filters: [{ field: 'url', operator: 'i_contains', value: 'boots' }] };
  const rule = JSON.stringify({ inclusions: { operator: 'or', rules: [{ ...source, filter }] } });
  const byRule = await call('create_custom_audience', { name: 'visitors', rule, retention_days: 30 });
  expect(byRule.audience).toMatchObject({ kind: 'WEBSITE', retention_days: 30, name: 'visitors' });
});

test('is one or the other', async () => {
  expect(await refusal('create_custom_audience', { name: 'x' })).toMatchObject({ field: 'rule' });
  const stray = { name: 'x', customer_file_source: 'USER_PROVIDED_ONLY', retention_days: 30 };
  expect(await refusal('create_custom_audience', stray)).toMatchObject({ field: 'rule' });
});

test('visitors who did not buy take four arguments instead of a rule', async () => {
  const { pixels } = await call('list_pixels');
  const made = await call('create_custom_audience', {
    name: 'did not buy',
    pixel_id: pixels[0].id,
    visited_days: 14,
    exclude_event: 'Purchase',
  });
  expect(made.audience).toMatchObject({ kind: 'WEBSITE', retention_days: 14 });
  const { inclusions, exclusions } = JSON.parse(made.audience.rule);
  expect(inclusions.rules[0]).toMatchObject({
    retention_seconds: 14 * 86_400,
    filter: { filters: [{ field: 'url' }] },
  });
  expect(exclusions.rules[0].filter.filters).toEqual([{ field: 'event', operator: 'eq', value: 'Purchase' }]);
  const wrong = { name: 'x', pixel_id: pixels[0].id, visited_days: 14, exclude_event: 'purchase' };
  expect((await refusal('create_custom_audience', wrong)).message).toContain('"Purchase"');
  expect(await refusal('create_custom_audience', { name: 'x', pixel_id: '1' })).toMatchObject({
    field: 'visited_days',
  });
});

test('a misspelt event and a contradiction are refused, and a wrong pixel is blamed on pixel_id', async () => {
  const pixel_id = (await call('list_pixels')).pixels[0].id;
  const visitors = { name: 'v', pixel_id, visited_days: 30 };
  const field = async (args: Record<string, unknown>) =>
    (await refusal('create_custom_audience', { ...visitors, ...args })).field;
  expect(await field({ event: 'Purchase', exclude_event: 'Purchase' })).toBe('exclude_event');
  expect(await field({ retention_days: 60 })).toBe('retention_days');
  expect(await field({ pixel_id: '42' })).toBe('pixel_id');
});

test('a rule with a misspelt event or two retentions is refused', async () => {
  const rule = (value: string, days = 30) =>
    JSON.stringify({
      inclusions: {
        operator: 'or',
        rules: [
          {
            event_sources: [{ id: '301000000000001', type: 'pixel' }],
            retention_seconds: days * 86_400,
            filter: { operator: 'and', filters: [{ field: 'event', operator: 'eq', value }] },
          },
        ],
      },
    });
  const made = (more: Record<string, unknown>) => refusal('create_custom_audience', { name: 'x', ...more });
  expect((await made({ rule: rule('purchase') })).message).toContain('pixels send it as "Purchase"');
  expect((await made({ rule: rule('add_to_cart') })).message).toContain('"AddToCart"');
  expect(await made({ rule: rule('Purchase', 30), retention_days: 14 })).toMatchObject({
    field: 'retention_days',
    message: expect.stringContaining('30 days'),
  });
});
