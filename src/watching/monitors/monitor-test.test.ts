import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../../ambient.ts';
import type { MonitorSpec } from '../../tools/monitor-desk.ts';
import { monitorDesk } from './monitor-desk.ts';
import { spending, type Watched, watchedBed } from './watched.testing.ts';

let bed: Watched;
beforeEach(async () => {
  bed = await watchedBed();
});
afterEach(() => bed.discard());

const tested = async (kind: MonitorSpec['kind'], days = 3) => {
  const workspace = (await bed.directory.workspace(bed.organizationId, bed.workspaceId))!;
  const desk = monitorDesk({ pipeline: bed.pipeline, call: bed.call(), workspace }, bed.parts);
  return desk.test({ spec: { kind, action: 'notify' } }, days);
};

test('a rule about closed days is tried on each of them', async () => {
  bed.days.push(spending('2026-01-14', [{ cost: 1_000 }]));
  const { objects, notes, ...rest } = await tested('spend_spike');
  expect(rest).toMatchObject({ from: '2026-01-12', to: '2026-01-14', would_have_fired: 1, messages: 1 });
  expect(objects[0]!.days.map(({ state }) => state)).toEqual(['quiet', 'quiet', 'firing']);
  expect(notes).toEqual([]);
});

test('where no closed day is known, that is said: nothing fired because nothing was looked at', async () => {
  expect(await tested('spend_spike')).toMatchObject({
    would_have_fired: 0,
    notes: ['No closed day of what it looks at is known yet, so nothing can be said.'],
  });
});

test('what the service knows itself is asked of no platform', async () => {
  await bed.endsOn(new Date(bed.ambient.now() + DAY_MS / 2).toISOString());
  const { objects, notes } = await tested('token_expiry');
  expect(objects).toMatchObject([{ channel: 'trains', days: [{ state: 'firing', figures: { days_left: 0 } }] }]);
  expect(notes).toEqual([expect.stringContaining('looks at the present')]);
});
