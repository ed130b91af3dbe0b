import { expect, test } from 'vitest';
import { sandboxed } from '../../../../test/sandboxed.ts';
import { CALLS_TO_ACTION } from '../creative-form.ts';

const { call, refusal, requests } = sandboxed('social');

const WANTED = {
  name: 'New text',
  page_id: '101000000000001',
  link_url: 'https://acme.example/x',
  message: 'Hello again',
};

test('changes nothing, says why, and hands over calls that work as they stand', async () => {
  const answer = await call('update_social_creative', {
    ...WANTED,
    account_id: 'act_1001000000000001',
    call_to_action_type: 'SHOP_NOW',
  });
  expect(answer).toMatchObject({ updated: false, changeable_fields: ['name', 'adlabels', 'status'] });
  expect((await requests()).filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(answer.alternatives[0]).toMatchObject({
    tool: 'create_ad_creative',
    arguments: { ...WANTED, account_id: '1001000000000001' },
  });
  for (const alternative of answer.alternatives) await call(alternative.tool, alternative.arguments);
});

test('takes every call to action of the table and no other', async () => {
  expect(CALLS_TO_ACTION).toHaveLength(51);
  for (const call_to_action_type of CALLS_TO_ACTION)
    await call('update_social_creative', { ...WANTED, call_to_action_type });
  const error = await refusal('update_social_creative', { ...WANTED, call_to_action_type: 'NO_BUTTON' });
  expect(error).toMatchObject({ field: 'call_to_action_type', allowed_values: CALLS_TO_ACTION });
});

test('refuses exactly what creating would refuse', async () => {
  for (const wrong of [{ bodies: ['b'] }, { titles: ['t'] }, { video_id: '5' }, { headline: 'x'.repeat(256) }]) {
    const [advised, created] = [
      await refusal('update_social_creative', { ...WANTED, ...wrong }),
      await refusal('create_ad_creative', { ...WANTED, ...wrong }),
    ];
    expect(advised).toEqual(created);
  }
});
