import { delivering } from '../stops/delivering.ts';
import { CallTiming } from '../upstream/call-timing.ts';
import type { JobPlace } from './call.ts';
import { RunningCall } from './running-call.ts';

/** What delivers in a workspace now, asked with the rights and the deadline of a report. */
export async function deliveringNow({ pipeline, call, workspace }: JobPlace): ReturnType<typeof delivering> {
  const tool = pipeline.tools.find(({ name, channel }) => name === 'report' && !channel.needsConnection);
  if (!tool) throw new TypeError('there is no tool report');
  const job = { pipeline, tool, args: {}, call, timing: new CallTiming(), workspace, connection: undefined };
  const running = new RunningCall(job);
  try {
    return await delivering(running);
  } finally {
    running.end();
  }
}
