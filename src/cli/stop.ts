import { type Command, optional, required } from './command.ts';
import { readable } from './reply-text.ts';
import { serviceUrl } from './service-url.ts';
import { callOptions, postCall, withKey } from './tool-calls.ts';

export const stop: Command = {
  name: 'stop',
  summary:
    'Pauses everything that spends in a workspace, on all channels at once, past any limit. With --organization: in every workspace. With --resume: brings back what a stop paused.',
  options: {
    ...callOptions,
    workspace: { type: 'string', meaning: 'Workspace, by name or id', value: 'NAME' },
    organization: { type: 'boolean', meaning: 'Every workspace of the organization' },
    channels: { type: 'string', meaning: 'Only these, separated by commas (default: all)', value: 'NAMES' },
    reason: { type: 'string', meaning: 'Why, for the record', value: 'TEXT' },
    resume: { type: 'string', meaning: 'The stop whose list comes back', value: 'STOP_ID' },
  },
  async run(given) {
    const stopId = optional(given, 'resume');
    const isOfAll = given.options.organization === true && stopId === undefined;
    const workspaceId = isOfAll ? optional(given, 'workspace') : required(given, 'workspace');
    const workspaces = isOfAll ? 'all' : undefined;
    const channels = optional(given, 'channels')?.split(',');
    const reason = optional(given, 'reason');
    const address = `${serviceUrl(given)}/workspace/mcp`;
    const reply = await withKey(given, (key) =>
      stopId === undefined
        ? postCall(address, key, 'stop_spending', { workspaceId, workspaces, channels, reason })
        : postCall(address, key, 'resume_spending', { workspaceId, stop_id: stopId }),
    );
    given.print(given.json ? reply.text : readable(reply.result, reply.ok, process.stdout.columns));
    return reply.ok && isWhole(reply.result) ? 0 : 1;
  },
};

/** A script that stops spending has to notice what still spends. */
function isWhole(result: unknown): boolean {
  const { not_stopped = [], not_resumed = [] } = result as { not_stopped?: unknown[]; not_resumed?: unknown[] };
  return not_stopped.length === 0 && not_resumed.length === 0;
}
