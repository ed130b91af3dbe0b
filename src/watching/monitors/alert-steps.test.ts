import { afterEach, beforeEach, expect, test } from 'vitest';
import { DAY_MS } from '../../ambient.ts';
import { calmDown, endAlertsOf, goOn, openAlerts } from './alert-steps.ts';
import type { Finding } from './finding.ts';
import { findMonitor } from './monitor-records.ts';
import { spending, type Watched, watchedBed } from './watched.testing.ts';

let bed: Watched;
beforeEach(async () => {
  bed = await watchedBed();
});
afterEach(() => bed.discard());

test('an alert that ended since it was read is neither brought back nor told of again', async () => {
  bed.days.push(spending('2026-01-14', [{ cost: 1_000 }]));
  const id = await bed.monitor({ kind: 'spend_spike' });
  await bed.judge(id);
  const monitor = (await findMonitor(bed.store.db, id))!;
  const [read] = (await openAlerts(bed.store.db, id)).values();
  const verdict = { state: 'firing', severity: 'critical', sentence: 'More.', window: 'later', figures: {} } as const;
  const finding: Finding = { subject: JSON.parse(read!.object), verdict, parts: ['news'] };
  await bed.store.transaction((tx) => endAlertsOf(bed.pipeline, tx, monitor, 'The monitor was deleted.'));
  bed.ambient.advance(DAY_MS);
  const ended = await bed.alerts();
  await bed.store.transaction((tx) => goOn(bed.pipeline, tx, monitor, read!, finding));
  await bed.store.transaction((tx) => calmDown(bed.pipeline, tx, monitor, read!, 'It is quiet.'));
  const ofPlatform = { ...monitor, spec: { ...monitor.spec, kind: 'ad_rejected' } } as const;
  await bed.store.transaction((tx) => calmDown(bed.pipeline, tx, ofPlatform, read!, 'It is quiet.'));
  expect(await bed.alerts()).toEqual(ended);
  expect(bed.told.map(({ type }) => type)).toEqual(['alert.firing']);
});
