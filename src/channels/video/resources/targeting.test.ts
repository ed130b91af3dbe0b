import { expect, test } from 'vitest';
import { platformTargeting } from './targeting.ts';

const watched = { action_scene: 'VIDEO_RELATED', action_period: 7 };

test('hashtags stand among what people did, and the rest of that stays', () => {
  const scenes = (hashtag_ids: string[] | undefined) =>
    (platformTargeting({ hashtag_ids }, [watched, { action_scene: 'HASHTAG_RELATED' }]).actions as unknown[])?.map(
      (one) => (one as { action_scene: string }).action_scene,
    );
  expect(scenes(['1'])).toEqual(['VIDEO_RELATED', 'HASHTAG_RELATED']);
  expect(scenes([])).toEqual(['VIDEO_RELATED']);
  expect(scenes(undefined)).toBeUndefined();
});
