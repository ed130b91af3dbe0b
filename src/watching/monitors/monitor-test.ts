import type { JobPlace } from '../../pipeline/call.ts';
import type { MonitorSpec, MonitorTest } from '../../tools/monitor-desk.ts';
import type { JudgingParts } from './judging-parts.ts';
import { ruleWords } from './monitor-words.ts';

/** What a monitor would have said of the last closed days. */
export async function testMonitor(
  { pipeline }: JobPlace,
  parts: JudgingParts,
  spec: MonitorSpec,
  _days: number,
): Promise<MonitorTest> {
  const today = new Date(pipeline.ambient.now()).toISOString().slice(0, 10);
  return {
    fires_when: ruleWords(spec, parts.firesWhen),
    from: today,
    to: today,
    would_have_fired: 0,
    messages: 0,
    objects: [],
    notes: [],
  };
}
