import { afterAll, beforeAll, expect, test } from 'vitest';
import { Failure } from '../../errors.ts';
import { type Bed, pipelineBed, toolOf, trains, yard } from '../../pipeline/pipeline.testing.ts';
import { missingCampaigns } from './platform-reach.ts';

let bed: Bed;
beforeAll(async () => {
  bed = await pipelineBed();
  await bed.connect({ mode: 'live', account: '1' });
});
afterAll(() => bed.discard());

/** Of the train 7, which is at line 1, and the train 8, which is not there. */
async function missing(channel: string, account: string, error?: Error) {
  const reporting = {
    account: async (_: unknown, id: string) => (id === '1' ? { id } : undefined),
    entities: async () => {
      if (error) throw error;
      return new Map([['7', { name: 'Express' }]]);
    },
  };
  const report = toolOf({ ...yard, name: 'workspace' } as never, { name: 'report' });
  bed.pipeline.tools = [report, toolOf({ ...trains, reporting } as never)];
  const workspace = await bed.pipeline.admission.workspace(bed.principal, bed.workspaceId);
  return missingCampaigns(bed.pipeline, workspace, bed.call())(channel, account, ['7', '8']);
}

test('campaigns that the platform does not have are missing', async () => {
  expect(await missing('trains', '1')).toEqual(['8']);
});

test('nothing is called missing where the platform cannot be asked', async () => {
  expect(await missing('boats', '1')).toEqual([]);
  expect(await missing('trains', '2'), 'an account that it does not know').toEqual([]);
  const away = new Failure({ code: 'upstream_unavailable', message: 'Away.', nextStep: 'Wait.' });
  expect(await missing('trains', '1', away)).toEqual([]);
  await expect(missing('trains', '1', new Error('broken'))).rejects.toThrow('broken');
});
