import type { JobPlace } from '../pipeline/call.ts';

/** What a caller did to monitors, alerts and budget plans, for the audit log: call it in the transaction of the change. */
export function recordAction(
  { pipeline, call, workspace }: JobPlace,
  action: string,
  detail: Readonly<Record<string, unknown>>,
): void {
  pipeline.audit.append({
    organizationId: workspace.organizationId,
    workspaceId: workspace.id,
    actor: call.principal.id,
    action,
    phase: 'event',
    callId: call.requestId,
    detail,
  });
}
