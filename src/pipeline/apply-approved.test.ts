import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Failure } from '../errors.ts';
import { applyApproved } from './apply-approved.ts';
import { type Bed, paintTool, pipelineBed } from './pipeline.testing.ts';

let bed: Bed;
let planId: string;
/** A change that a person has agreed to and the service has not made yet. */
beforeEach(async () => {
  bed = await pipelineBed();
  const { organizationId, workspaceId, pipeline } = bed;
  const paint = paintTool(() => 'red');
  pipeline.tools = [paint];
  await bed.connect({ account: '1' });
  await pipeline.policies.set({ organizationId, workspaceId, change: { rules: { change: 'approve' } }, actor: 'Ada' });
  const { plan } = (await bed.errorOf(paint, { name: 'Flyer' })) as { plan: { id: string } };
  planId = plan.id;
  expect(await pipeline.plans.approve((await found())!, 'Ada')).toBe('approved');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await bed.discard();
});
const found = () => bed.pipeline.plans.find(bed.workspaceId, planId);

test('what people agreed to is made once', async () => {
  for (let time = 0; time < 2; time++) await applyApproved(bed.pipeline);
  expect(bed.sent).toHaveLength(1);
  expect((await found())?.state).toBe('applied');
});

test('nothing is made for one who may no longer do anything there, and the plan says so', async () => {
  bed.pipeline.requester = async () => undefined;
  await applyApproved(bed.pipeline);
  expect(bed.sent).toEqual([]);
  const note = 'The one who asked for it may no longer do anything here.';
  expect(await found()).toMatchObject({ state: 'failed', note });
});

test('what something passing keeps from being begun is made later, and what broke is closed', async () => {
  const policy = vi.spyOn(bed.pipeline.policies, 'of');
  const away = new Failure({ code: 'upstream_unavailable', message: 'Away.', nextStep: 'Wait.', retryable: true });
  policy.mockRejectedValueOnce(away);
  await applyApproved(bed.pipeline);
  expect((await found())?.state).toBe('approved');
  policy.mockRejectedValueOnce(new Error('inner'));
  await applyApproved(bed.pipeline);
  expect(await found()).toMatchObject({ state: 'failed', note: 'It broke off.' });
  expect(bed.sent).toEqual([]);
});
