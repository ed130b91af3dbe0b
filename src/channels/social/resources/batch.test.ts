import { expect, test } from 'vitest';
import { Failure } from '../../../errors.ts';
import { scriptedSession } from '../../../upstream/scripted-session.testing.ts';
import { channel } from '../channel.ts';
import { SocialClient } from '../client.ts';
import { createEach, updateEach } from './batch.ts';

function scripted(slots: unknown) {
  const held = { access_token: 'EAAB-token' };
  const { session, sent } = scriptedSession({
    platform: 'social',
    dialect: channel.dialect!,
    replies: [{ body: slots }],
    held,
  });
  return { client: new SocialClient(session), sent };
}

test.each(['<html>', '', '{"id":', 'null'])('a slot that holds %j leaves the outcome of its row open', async (body) => {
  const { client } = scripted([
    { code: 200, body: '{"success":true}' },
    { code: 200, body },
  ]);
  const fields = { name: 'n' };
  const [good, garbled] = await updateEach(client, [
    { id: '1', fields },
    { id: '2', fields },
  ]);
  expect(good).toBeUndefined();
  expect(garbled).toBeInstanceOf(Failure);
  expect(garbled).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
});

test('a child refers to the id of its parent, and the answer of the parent is asked for', async () => {
  const { client, sent } = scripted([
    { code: 200, body: '{"id":"7"}' },
    { code: 200, body: '{"id":"8"}' },
  ]);
  const made = await createEach(client, '1', [
    { name: 'top', edge: 'campaigns', fields: { name: 'a b' } },
    { name: 'adset0', edge: 'adsets', fields: { targeting: {} }, parent: { field: 'campaign_id', name: 'top' } },
  ]);
  expect(made).toEqual(['7', '8']);
  const { batch } = JSON.parse(String(sent[0]?.body));
  expect(batch).toMatchObject([
    { name: 'top', relative_url: 'v26.0/act_1/campaigns', body: 'name=a+b', omit_response_on_success: false },
    { relative_url: 'v26.0/act_1/adsets', body: 'targeting=%7B%7D&campaign_id={result=top:$.id}' },
  ]);
});
