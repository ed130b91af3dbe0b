import { Failure, invalidArguments } from '../errors.ts';
import { cleanReply } from '../text/clean-reply.ts';
import { cleanText } from '../text/clean-text.ts';
import type { Tool } from '../tools/define-tool.ts';
import { InputRequired } from '../tools/input-required.ts';
import { maySpendLess } from '../tools/less-spending.ts';
import { RichReply } from '../tools/rich-reply.ts';
import { StreamedReply } from '../tools/streamed-reply.ts';
import { CapturedChange } from '../upstream/captured-change.ts';
import { blamingArguments } from './blamed-arguments.ts';
import { cutReply, fits } from './bound-reply.ts';
import type { Call, Job, ToolReply } from './call.ts';
import { asFailure } from './call-failures.ts';
import { confirmation } from './confirmation.ts';
import { ownAccounts, refuseForeignAccounts } from './fence.ts';
import { failureWithPlace, withPlace } from './handed-calls.ts';
import { openSession } from './open-session.ts';
import { rememberedRead } from './remembered-read.ts';
import { RunningCall } from './running-call.ts';
import { openedCursor, signedCursor } from './signed-cursor.ts';
import { withWhereabouts } from './whereabouts.ts';

/** Runs the tool itself and makes its result fit to be sent. */
export async function perform(job: Job): Promise<ToolReply> {
  const { tool, pipeline, call } = job;
  const running = new RunningCall(job);
  let isStreaming = false;
  try {
    const asks = confirmation(job);
    if (asks) return question(asks, call);
    const args = openedCursor(job, ownArguments(tool, job.args));
    if (tool.channel.needsConnection) connect(job, running);
    if (tool.needsAccount && job.connection)
      running.account = accountOf(job, running.accounts) ?? (await refuseUnnamedAccount(job, running));
    const run = () => inTurn(job, args, running);
    const result = await (tool.keptS === undefined ? run() : rememberedRead(job, running.account, running.signal, run));
    const traceId = running.traceId && { traceId: running.traceId };
    if (!(result instanceof StreamedReply)) return { ...(await fitToSend(job, result)), ...traceId };
    isStreaming = true;
    const { type, fileName } = result;
    return { json: 'null', isError: false, stream: new StreamedReply(type, cleaned(result, running), fileName) };
  } catch (error) {
    if (error instanceof CapturedChange) throw error;
    const seen = blamingArguments(asFailure(error, tool, call, running.mayHaveSent), job);
    const failure = failureWithPlace(seen, job);
    if (running.mayHaveSent) throw failure;
    throw await withWhereabouts(failure, job, { sender: pipeline.sessions.sender, signal: running.signal });
  } finally {
    if (!isStreaming) running.end();
  }
}

/** The call is over, and its deadline with it, when the last piece has left. */
async function* cleaned({ pieces }: StreamedReply, running: RunningCall): AsyncGenerator<string | Uint8Array> {
  try {
    for await (const piece of pieces) yield typeof piece === 'string' ? cleanText(piece) : piece;
  } finally {
    running.end();
  }
}

/** Runs the tool; where it replaces whole objects, when no other call is about one of them. */
function inTurn({ tool, pipeline, connection }: Job, args: Record<string, unknown>, running: RunningCall) {
  const objects = tool.turns(args);
  if (objects.length === 0) return tool.run(args, running);
  const names = objects.map((id) => `${tool.channel.name} ${connection?.mode} ${id}`);
  return pipeline.turns.take(names, running.signal, () => tool.run(args, running));
}

function connect(job: Job, running: RunningCall): void {
  const { tool, args, pipeline, workspace, connection, call } = job;
  if (connection === undefined) return;
  refuseForeignAccounts(job, running.accounts);
  const sessions = { ...pipeline.sessions, sender: running.watch(pipeline.sessions.sender) };
  const { channel } = tool;
  // A planned change leaves once: what becomes of it after that is looked up, not sent again.
  const repeat = job.guard ? 'never' : tool.repeat;
  const sent = { channel, repeat, urgent: maySpendLess(tool, args), guard: job.guard };
  const session = openSession(sessions, sent, workspace.id, connection, running.signal, call.principal.id);
  running.client = tool.channel.connect(session, sharedArguments(tool, args));
  running.accountNamed = tool.needsAccount && args[tool.channel.account?.argument ?? ''] !== undefined;
}

async function fitToSend(
  job: Job,
  result: Exclude<Awaited<ReturnType<Tool['run']>>, StreamedReply>,
): Promise<ToolReply> {
  const { tool, pipeline, call } = job;
  if (result instanceof InputRequired) return question(result, call);
  if (result instanceof RichReply) {
    if (Buffer.byteLength(JSON.stringify(result.content)) > call.room.bytes) throw tooLarge(tool);
    return { json: JSON.stringify(result.structured ?? null), isError: result.isError, rich: result };
  }
  if (pipeline.checkOutput) tool.output.parse(result);
  const cleaned = cleanReply(withPlace(signedCursor(job, result), job));
  if (fits(cleaned.json, call.room)) return { json: cleaned.json, isError: false };
  return cut({ json: cleaned.json, isError: false }, cleaned.reply, tool, call);
}

async function cut(reply: ToolReply, value: Record<string, unknown>, tool: Tool, { room }: Call): Promise<ToolReply> {
  const json = await cutReply(value, room);
  if (json === undefined) throw tooLarge(tool);
  return { ...reply, json };
}

/** A stored answer was made to fit the reply it was first sent in, which may have been a roomier one. */
export async function refit(reply: ToolReply, tool: Tool, call: Call): Promise<ToolReply> {
  if (reply.rich || reply.isError || fits(reply.json, call.room)) return reply;
  return cut(reply, JSON.parse(reply.json), tool, call);
}

function tooLarge(tool: Tool): Failure {
  return new Failure({
    code: 'unsupported',
    message: 'The answer is larger than one reply may be (1 MiB) and holds no list that could be cut.',
    nextStep: 'Ask for fewer fields or a narrower selection.',
    outcome: tool.access === 'read' ? 'not_applied' : 'applied',
  });
}

function question(asks: InputRequired, call: Call): ToolReply {
  if (call.conversation) return { json: 'null', isError: false, asks };
  throw new Failure({
    code: 'unsupported',
    message: `This call cannot go on without an answer to: ${Object.keys(asks.requests).join(', ')}. This client cannot be asked.`,
    nextStep: 'Call from a client that speaks MCP 2026-07-28 or newer and can be asked for input.',
  });
}

/** The account a call is about: the one it names, or the connection's own. Undefined: neither is there. */
function accountOf({ tool, args, connection }: Job, fence: readonly string[] | undefined): string | undefined {
  const { account } = tool.channel;
  if (!account) return '';
  const given = args[account.argument];
  if (typeof given === 'string') return given;
  const { configured } = ownAccounts(tool.channel, connection);
  return configured && (!fence || fence.includes(configured)) ? configured : undefined;
}

async function refuseUnnamedAccount({ tool }: Job, { client, accounts: fence }: RunningCall): Promise<never> {
  const { argument, choices: reachable } = tool.channel.account!;
  const choices = (await reachable(client)).filter(({ id }) => !fence || fence.includes(id));
  throw invalidArguments(
    [
      {
        field: argument,
        message: `is required, because this connection has no configured account; it can be: ${choices.map(({ id, name }) => (name ? `${id} (${name})` : id)).join(', ') || 'none is reachable'}`,
        allowed_values: choices.map(({ id }) => id),
      },
    ],
    `Call again with ${argument}, or configure an account on the connection.`,
  );
}

/** Most calls pass nothing shared, and then nothing has to be sorted out. */
function ownArguments(tool: Tool, args: Record<string, unknown>): Record<string, unknown> {
  if (!tool.sharedInput.some((name) => name in args)) return args;
  return Object.fromEntries(Object.entries(args).filter(([name]) => !tool.sharedInput.includes(name)));
}

const NOTHING: Record<string, unknown> = Object.freeze({});

/** What the channel's `connect` takes, out of what the caller passed. */
function sharedArguments(tool: Tool, args: Record<string, unknown>): Record<string, unknown> {
  const names = Object.keys(tool.channel.sharedInput ?? {}).filter((name) => name in args);
  return names.length === 0 ? NOTHING : Object.fromEntries(names.map((name) => [name, args[name]]));
}
