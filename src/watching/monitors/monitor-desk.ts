import { Failure } from '../../errors.ts';
import type { JobPlace } from '../../pipeline/call.ts';
import type { MonitorDesk } from '../../tools/monitor-desk.ts';

/** The monitors of one workspace, as a call reaches them. */
export function monitorDesk(_job: JobPlace): MonitorDesk {
  throw new Failure({ code: 'unsupported', message: 'There are no monitors yet.', nextStep: 'Wait.' });
}
