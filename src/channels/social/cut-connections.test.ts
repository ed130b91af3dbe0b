import { expect, test } from 'vitest';
import { sandboxed } from '../../../test/sandboxed.ts';

const { call, refusal, fault, ledger } = sandboxed('social');

const campaign = async () =>
  (
    await call('create_social_campaign', {
      name: 'cut',
      objective: 'OUTCOME_TRAFFIC',
      special_ad_categories: [],
      is_adset_budget_sharing_enabled: false,
    })
  ).campaign;

/** What the automatic second sending is answered with after the first arrived and its answer was lost. */
const SECOND = [
  ['throttle', 3],
  ['expired_token', 3],
  ['server_error', 3],
] as const;

test.each(SECOND)('an update that happened is never called off, when its second answer is %s', async (kind, times) => {
  const { id } = await campaign();
  await fault('cut_after', `POST .*/${id}$`);
  await fault(kind, `POST .*/${id}$`, { times });
  const { isError, result } = await attempt('update_social_campaign', { campaign_id: id, status: 'ACTIVE' });
  if (isError) {
    expect(result.error).toMatchObject({ code: 'outcome_unknown', outcome: 'unknown' });
    expect(result.error.next_step).toContain(`list_social_campaigns {"campaign_ids":["${id}"]}`);
  } else {
    expect(result.applied).toEqual({ status: { from: 'PAUSED', to: 'ACTIVE' } });
  }
});

test('a deletion that happened is told so, although its second answer is "no such object"', async () => {
  const { audience } = await call('create_custom_audience', {
    name: 'going',
    customer_file_source: 'USER_PROVIDED_ONLY',
  });
  await fault('cut_after', `DELETE .*/${audience.id}$`);
  expect(await call('delete_audience', { audience_id: audience.id })).toMatchObject({ deleted: true });
  const gone = await ledger({ kind: 'delete' });
  expect(gone.filter(({ id }) => id === audience.id)).toHaveLength(1);
});

test('a create whose read-back fails is unknown, and says how to see it', async () => {
  await fault('server_error', 'GET /v26.0/\\d+$', { times: 3 });
  const error = await refusal('create_social_campaign', {
    name: 'unread',
    objective: 'OUTCOME_TRAFFIC',
    special_ad_categories: [],
    daily_budget: '50',
  });
  expect(error).toMatchObject({ outcome: 'unknown', retryable: false });
  expect(error.next_step).toMatch(/Do not repeat it.*list_social_campaigns/);
});

async function attempt(tool: string, args: Record<string, unknown>) {
  try {
    return { isError: false, result: await call(tool, args) };
  } catch (error) {
    return { isError: true, result: JSON.parse(String(error).replace(/^Error: \w+ failed: /, '')) };
  }
}
