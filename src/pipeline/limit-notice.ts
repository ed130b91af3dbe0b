import { createHash } from 'node:crypto';
import { HOUR_MS } from '../ambient.ts';
import { Failure } from '../errors.ts';
import type { Job } from './call.ts';

/**
 * Tells the workspace's endpoints that a spend limit refused a call. Not awaited: the caller has its refusal already, and the log
 * holds no entry for it. One event an hour for a key and tool, however often it asks.
 */
export function tellLimitReached(job: Job, error: unknown): void {
  if (!(error instanceof Failure) || error.code !== 'over_limit') return;
  const { pipeline, call, workspace, tool } = job;
  const { ambient, store, notices } = pipeline;
  const at = ambient.now();
  const { id: keyId, name } = call.principal;
  const same = createHash('sha256').update(`${keyId} ${tool.channel.name} ${tool.name}`).digest('hex').slice(0, 16);
  const { message, nextStep } = error.details;
  const event = {
    id: `limit_${same}_${Math.floor(at / HOUR_MS)}`,
    type: 'limit.reached' as const,
    organizationId: workspace.organizationId,
    workspaceId: workspace.id,
    at,
    data: { channel: tool.channel.name, tool: tool.name, by: { id: keyId, name }, message, call_id: call.requestId },
    words: {
      title: `Refused by a spend limit: ${tool.channel.name} ${tool.name}`,
      text: `${message}\n${nextStep}`,
      path: '/limits',
    },
  };
  store.transaction((tx) => notices.put(tx, event)).catch(() => {});
}
