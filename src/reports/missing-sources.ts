import { z } from 'zod';
import { Failure } from '../errors.ts';
import { withConnectLine } from '../tools/connect-line.ts';
import type { Reached, Unreached } from '../tools/reach.ts';

/** A source that a report should hold and does not, with what to do about it. Never shown as zero. */
export const Missing = z.object({
  workspaceId: z.string().optional(),
  channel: z.string(),
  account: z.string().optional(),
  code: z.string(),
  reason: z.string(),
  next_step: z.string(),
});
export type Missing = z.infer<typeof Missing>;

type Place = Pick<Reached, 'workspace' | 'channel' | 'mode'>;

export function notReached({ workspace, channel, code, reason, nextStep }: Unreached): Missing {
  return { workspaceId: workspace.id, channel: channel.name, code, reason, next_step: nextStep };
}

export function failed({ workspace, channel, mode }: Place, { details }: Failure, account?: string): Missing {
  const { code, message, nextStep } = details;
  return {
    workspaceId: workspace.id,
    channel: channel.name,
    ...(account !== undefined && { account }),
    code,
    reason: message,
    next_step: withConnectLine(nextStep, { channel: channel.name, workspace: workspace.name, mode }),
  };
}

export function tooSlow(channel: string, deadlineMs: number): Failure {
  return new Failure({
    code: 'upstream_unavailable',
    message: `The ${channel} platform did not answer within ${deadlineMs / 1000} s.`,
    nextStep: 'Call again later, or ask for fewer days, accounts or metrics. The other channels are complete.',
    retryable: true,
  });
}

/** When all accounts of a connection are missing for the same reason, one line says so. */
export function withoutRepeats(lines: readonly Missing[], accounts: number): readonly Missing[] {
  const [first] = lines;
  if (!first || lines.length < 2 || lines.length < accounts) return lines;
  if (lines.some(({ code, reason }) => code !== first.code || reason !== first.reason)) return lines;
  const { account: _, ...whole } = first;
  return [whole];
}
