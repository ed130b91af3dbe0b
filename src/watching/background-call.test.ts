import { expect, test } from 'vitest';
import { pipelineBed, toolOf, trains, yard } from '../pipeline/pipeline.testing.ts';
import type { Channel } from '../tools/channel.ts';
import { reachFor } from './background-call.ts';

test('channels are reached in the background as by a report, and by a service without reports none is', async () => {
  const bed = await pipelineBed();
  try {
    await bed.connect({ mode: 'live' });
    const workspace = (await bed.directory.workspace(bed.organizationId, bed.workspaceId))!;
    const place = { pipeline: bed.pipeline, workspace, call: bed.call() };
    const counted = toolOf({ ...trains, reporting: {} } as unknown as Channel);
    bed.pipeline.tools = [counted];
    expect(reachFor(place)).toBeUndefined();
    bed.pipeline.tools = [counted, toolOf({ ...yard, name: 'workspace' }, { name: 'report' })];
    expect(await reachFor(place)!.channels('own')).toMatchObject([{ channel: { name: 'trains' }, mode: 'live' }]);
  } finally {
    await bed.discard();
  }
});
