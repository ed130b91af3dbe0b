import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';

const { call } = sandboxed('social');

test('tells of every creative its form, format and what people read on it', async () => {
  const { creatives } = await call('list_ad_creatives', { limit: 100 });
  expect(new Set(creatives.map(({ form }: { form: string }) => form))).toEqual(
    new Set(['object_story_spec', 'asset_feed_spec']),
  );
  expect(new Set(creatives.map(({ format }: { format: string }) => format)).size).toBeGreaterThan(1);
  for (const { message, link_url, call_to_action_type } of creatives.slice(0, 20)) {
    expect(message).toBeTypeOf('string');
    expect(link_url).toMatch(/^https:/);
    expect(call_to_action_type).toMatch(/^[A-Z_]+$/);
  }
});
