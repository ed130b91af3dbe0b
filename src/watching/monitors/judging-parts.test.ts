import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bed, pipelineBed } from '../../pipeline/pipeline.testing.ts';
import { judgingParts } from './judging-parts.ts';

let bed: Bed;
beforeAll(async () => {
  bed = await pipelineBed();
});
afterAll(() => bed.discard());

test('endpoints that a workspace has not are told; of none the store is asked nothing', async () => {
  expect(await judgingParts(bed.pipeline).unknownEndpoints(bed.workspaceId, ['end_1'])).toEqual(['end_1']);
  const { unknownEndpoints } = judgingParts({ ...bed.pipeline, store: {} as never });
  expect(await unknownEndpoints(bed.workspaceId, [])).toEqual([]);
});
