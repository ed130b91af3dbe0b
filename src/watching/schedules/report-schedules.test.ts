import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Bed, pipelineBed, toolOf, trains, yard } from '../../pipeline/pipeline.testing.ts';
import type { Channel } from '../../tools/channel.ts';
import { reportSchedules } from './report-schedules.ts';

let bed: Bed;
beforeAll(async () => {
  bed = await pipelineBed();
  const counted = (name: string) => toolOf({ ...trains, name, reporting: {} } as unknown as Channel);
  const report = toolOf(
    { ...yard, name: 'workspace' },
    { name: 'report', input: z.strictObject({ channels: z.array(z.string()) }) },
  );
  bed.pipeline.tools = [counted('trains'), counted('boats'), report];
});
afterAll(() => bed.discard());

test.each([
  ['that there is not', 'planes', 'invalid_arguments'],
  ['that the key may not use', 'boats', 'permission_denied'],
])('a report about a channel %s is not scheduled, and the refusal tells which it can be', async (_, channel, code) => {
  const workspace = (await bed.directory.workspace(bed.organizationId, bed.workspaceId))!;
  const call = bed.call({ principal: { ...bed.principal, channels: ['workspace', 'trains'] } });
  const desk = reportSchedules({ pipeline: bed.pipeline, workspace, call });
  const when = { hour: 7, minute: 0, zone: 'UTC' };
  await expect(
    desk.create({ name: 'Mine', report: { channels: ['trains', channel] }, when, to: ['end_1'] }),
  ).rejects.toMatchObject({
    code,
    details: { problems: [{ field: 'report.channels', allowed_values: ['trains'] }] },
  });
  expect(await desk.list()).toEqual([]);
});
