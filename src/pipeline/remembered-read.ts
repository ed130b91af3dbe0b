import { Failure } from '../errors.ts';
import type { Tool } from '../tools/define-tool.ts';
import { InputRequired } from '../tools/input-required.ts';
import { RichReply } from '../tools/rich-reply.ts';
import { StreamedReply } from '../tools/streamed-reply.ts';
import type { Job } from './call.ts';

type Result = Awaited<ReturnType<Tool['run']>>;

/**
 * Reads of tools with `keptS` are answered from memory for that long, with their age. Calls that come while one reads wait
 * for its answer. Kept per connection, so per workspace, and dropped when the connection changes. `fresh: true` reads again
 * and replaces what is remembered.
 */
export async function rememberedRead(
  job: Job,
  account: string,
  signal: AbortSignal,
  run: () => Promise<Result>,
): Promise<Result> {
  const { memory } = job.pipeline.reports;
  const keptMs = (job.tool.keptS ?? 0) * 1_000;
  const { workspaceId: _, fresh, ...args } = job.args;
  const { connection, tool } = job;
  const key = JSON.stringify([connection?.id, connection?.version, tool.channel.name, tool.name, account, args]);
  const known = fresh === true ? undefined : memory.get(key);
  const ageMs = known ? job.pipeline.ambient.now() - known.at : Number.POSITIVE_INFINITY;
  if (known && ageMs < keptMs) return { ...JSON.parse(known.value as string), age_s: Math.round(ageMs / 1_000) };
  const read = async () => {
    const result = await run();
    if (!isPlain(result)) return result;
    const text = JSON.stringify(result);
    memory.put(key, text, 2 * text.length);
    return result;
  };
  if (fresh === true) return read();
  try {
    return await memory.shared(key, read);
  } catch (error) {
    // The call that read for all may have been cancelled; the others read again.
    if (error instanceof Failure || signal.aborted) throw error;
    return read();
  }
}

function isPlain(result: Result): result is Record<string, unknown> {
  return !(result instanceof RichReply || result instanceof StreamedReply || result instanceof InputRequired);
}
