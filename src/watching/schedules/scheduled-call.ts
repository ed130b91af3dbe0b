import { Failure, invalidArguments, type Problem } from '../../errors.ts';
import type { Job, JobPlace } from '../../pipeline/call.ts';
import { ownAccounts } from '../../pipeline/fence.ts';
import { openSession } from '../../pipeline/open-session.ts';
import { validateArguments } from '../../pipeline/validate.ts';
import type { Tool } from '../../tools/define-tool.ts';
import { nearest } from '../../tools/did-you-mean.ts';
import type { ChangeSpec } from '../../tools/schedule-desk.ts';
import { CallTiming } from '../../upstream/call-timing.ts';

/** The call that is to be made later, admitted and checked as if it were made now. */
export async function scheduledCall({ pipeline, call, workspace }: JobPlace, spec: ChangeSpec): Promise<Job> {
  const tool = schedulable(pipeline.tools, spec);
  pipeline.admission.checkTool(call.principal, tool);
  const connection = pipeline.admission.connection(workspace, tool.channel.name);
  const { workspaceId, ...given } = spec.arguments;
  const own = ['preview', 'idempotency_key', 'reason'].filter((name) => name in given);
  if (own.length > 0) throw wrong(own.map((name) => ({ field: name, message: 'cannot be scheduled; leave it out' })));
  if (workspaceId !== undefined && workspaceId !== workspace.id && workspaceId !== workspace.name)
    throw wrong([
      { field: 'workspaceId', message: 'is another workspace than that of this call; give it beside channel' },
    ]);
  const args = await validateArguments(tool, given).catch((error: unknown) => {
    throw error instanceof Failure ? within(error) : error;
  });
  return { pipeline, tool, args, call, timing: new CallTiming(), workspace, connection };
}

/** The zone of the account that a call is about, where its platform tells one. */
export async function zoneOf({ pipeline, tool, args, call, workspace, connection }: Job): Promise<string | undefined> {
  const { reporting, account } = tool.channel;
  const named = args[account?.argument ?? ''];
  const id = typeof named === 'string' ? named : ownAccounts(tool.channel, connection).configured;
  if (!reporting || !connection || id === undefined) return undefined;
  const signal = AbortSignal.timeout(pipeline.callDeadlineMs);
  const reading = { channel: tool.channel, repeat: 'safe' as const };
  const session = openSession(pipeline.sessions, reading, workspace.id, connection, signal, call.principal.id);
  const shared = Object.keys(tool.channel.sharedInput ?? {}).filter((name) => name in args);
  const client = tool.channel.connect(session, Object.fromEntries(shared.map((name) => [name, args[name]])));
  return (await reporting.account(client, id))?.timeZone;
}

function schedulable(tools: readonly Tool[], { channel, tool: name }: ChangeSpec): Tool {
  const ofChannel = tools.filter((one) => one.channel.name === channel);
  if (ofChannel.length === 0) {
    const channels = [...new Set(tools.filter((one) => one.channel.needsConnection).map((one) => one.channel.name))];
    throw invalidArguments([{ field: 'channel', message: 'is no channel', allowed_values: channels }]);
  }
  // At the address of all channels a tool is called by its channel's name too.
  const bare = name.startsWith(`${channel}_`) ? name.slice(channel.length + 1) : name;
  const tool = ofChannel.find((one) => one.name === name) ?? ofChannel.find((one) => one.name === bare);
  const refuse = (message: string) => invalidArguments([{ field: 'tool', message }]);
  if (!tool) {
    const meant = nearest(
      name,
      ofChannel.filter(({ access }) => access !== 'read').map((one) => one.name),
    );
    throw refuse(`is no tool of the ${channel} channel${meant ? `; did you mean \`${meant}\`?` : ''}`);
  }
  if (tool.access === 'read') throw refuse('only reads; create_schedule sends reports again and again');
  if (!tool.channel.needsConnection)
    throw refuse(
      tool.stopsSpending
        ? 'stops everything at once and cannot be planned ahead; schedule the pause of each campaign instead'
        : 'changes nothing at a platform, so there is no plan of it that could wait',
    );
  if (tool.personal.length > 0) throw refuse('takes data of people, which is not kept for later');
  return tool;
}

function wrong(problems: readonly Problem[]): Failure {
  return within(invalidArguments(problems));
}

/** A refusal of the call itself, with its fields by their place in `arguments`. */
export function within(failure: Failure): Failure {
  const { problems, ...details } = failure.details;
  if (!problems) return failure;
  const inside = problems.map((one) => ({ ...one, field: `arguments.${one.field}` }));
  return failure.code === 'invalid_arguments'
    ? invalidArguments(inside)
    : new Failure({ ...details, problems: inside });
}
