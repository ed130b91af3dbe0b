import { z } from 'zod';
import type { Problem } from '../errors.ts';
import type { BudgetDesk } from './budget-desk.ts';
import type { Channel } from './channel.ts';
import type { SendLedger } from './conversions/send-ledger.ts';
import type { EndpointDesk } from './endpoint-desk.ts';
import type { HistoryDesk } from './history-desk.ts';
import type { Conversation, InputRequired } from './input-required.ts';
import type { LeadBook } from './leads/lead-book.ts';
import type { MediaPlanDesk } from './media-plan-desk.ts';
import type { MonitorDesk } from './monitor-desk.ts';
import { otherNames } from './other-names.ts';
import type { PlanDesk } from './plan-desk.ts';
import type { Reach } from './reach.ts';
import type { ReadyCall } from './ready-call.ts';
import type { RichReply } from './rich-reply.ts';
import type { ScheduleDesk } from './schedule-desk.ts';
import type { LimitOverview } from './spend-overview.ts';
import type { StreamedReply } from './streamed-reply.ts';

type Access = 'read' | 'write' | 'destructive';

/** What a running tool is given besides its arguments. */
export interface ToolContext<Client> {
  client: Client;
  /** The account the call is about: the caller's, or the connection's configured one. */
  account: string;
  /** False: the caller named no account, so ids may lead to any. */
  accountNamed: boolean;
  /** The accounts the workspace is fenced to; undefined: no fence. Lists of accounts show no others. */
  accounts: readonly string[] | undefined;
  workspace: { id: string; name: string };
  /** The workspaces the caller's key can see, oldest first, as far as one reply holds them, and the number of all. */
  visibleWorkspaces(): Promise<{ workspaces: readonly WorkspaceView[]; total: number }>;
  /** The workspaces after the given one; undefined when that one is gone. */
  visibleWorkspacesAfter(id: string, limit: number): Promise<readonly WorkspaceView[] | undefined>;
  /** All tools of this channel, for the few that speak about the others. */
  channelTools: readonly Pick<Tool, 'name' | 'scopes'>[];
  /** Shown to clients that asked for progress; costs nothing otherwise. */
  progress(done: number, total: number | undefined, message: string): void;
  conversation: Conversation;
  /** The platforms of other channels. */
  reach: Reach;
  /** The plans of the workspace. */
  plans: PlanDesk;
  /** The spend limits that the call is under. */
  spendLimits(): Promise<LimitOverview>;
  /** What was changed in the workspace. */
  history: HistoryDesk;
  /** Its monitors and alerts. */
  monitors: MonitorDesk;
  /** Where alerts and reports can be sent. */
  endpoints: EndpointDesk;
  /** What its months may cost. */
  budgets: BudgetDesk;
  /** Its scheduled reports and changes. */
  schedules: ScheduleDesk;
  /** What was planned in spreadsheets. */
  mediaPlans: MediaPlanDesk;
  /** The leads of the workspace. */
  leads: LeadBook;
  /**
   * Fails where the caller may not write code of its own into a website's tags; `field` is the argument that holds it. Asked
   * before anything is sent.
   */
  requireCustomCode(field: string): void;
  /** The conversions that were sent from the workspace. */
  sends: SendLedger;
  signal: AbortSignal;
  now(): number;
}

export interface WorkspaceView {
  id: string;
  name: string;
  currency: string;
  connections: readonly { channel: string; mode: 'sandbox' | 'live'; account?: string | undefined }[];
}

/** The argument a second name stands for, and what its values are called there, where they differ. */
export type Alias = string | { argument: string; values: Readonly<Record<string, unknown>> };

export interface ToolSpec<Client, Input extends z.ZodObject, Output extends z.ZodObject> {
  name: string;
  title: string;
  /** Read by a model before it chooses: short. */
  description: string;
  /** Which part of the tool list it belongs to (`?toolsets=reporting,audiences`). */
  toolset: string;
  /** Price, scope and annotations follow from it. */
  access: Access;
  /** What may be resent after a cut connection: `safe` when doing it twice is the same as once. */
  repeat: 'safe' | 'never';
  /**
   * Arguments that count from the present value, such as a percentage: called again, they change it once more, so an unknown
   * outcome of such a call is never said to be repeatable. The amount itself is computed once and may be resent.
   */
  relative?: readonly (keyof z.input<Input> & string)[];
  /** Arguments with the values that cannot be taken back: `{ status: ['ARCHIVED'] }`. Its description says so too. */
  irreversible?: { readonly [argument in keyof z.input<Input>]?: readonly string[] };
  /** Arguments that hold personal data: the audit records how many items there were, never their values. */
  personal?: readonly (keyof z.input<Input> & string)[];
  /**
   * For a read of what hardly changes: for how many seconds its answer may be given again. Adds the argument `fresh` and
   * `age_s` to the answer.
   */
  keptS?: number;
  /**
   * It may let more money flow in a way that no amount or time among its arguments shows: always, or with these arguments, such as
   * another parent. A policy treats it as a raise then.
   */
  mayRaise?: true | readonly (keyof z.input<Input> & string)[];
  /**
   * Every call of it brings something before the public without spending, such as a version of a website's tags: a policy treats it
   * as `activate`, and people read "reaches visitors".
   */
  activates?: true;
  /**
   * For a tool that `activates`: the field of its difference that tells that it only takes back what the workspace has on record
   * as live before. Such a call is a `cut`, which no policy holds back.
   */
  takesBack?: string;
  /** Set where the calls that it makes are recorded, each for itself. */
  recordsItself?: true;
  /**
   * It stops spending with any arguments: every key that may write can call it, also one for a single channel, and no
   * quota holds it back.
   */
  stopsSpending?: true;
  /**
   * For a tool whose arguments only name a change that is on record: whether that change only pauses or cuts, so that a key
   * without points may make it.
   */
  lessens?(args: z.output<Input>, desks: Pick<ToolContext<Client>, 'plans' | 'history'>): Promise<boolean>;
  /** What the platform must permit; named by every tool of a channel that has `platformScopes`. */
  scopes?: readonly string[];
  /** False for the few tools that are about no account. */
  account?: boolean;
  /** False for the few tools that are about no single workspace. */
  workspace?: boolean;
  input: Input;
  /** Former and other names of arguments besides those of `other-names.ts`: taken as before, shown nowhere. */
  aliases?: Readonly<Record<string, Alias>>;
  output: Output;
  /**
   * For a change that sends back a whole object it has read: the ids of the objects. Calls about the same object run one after
   * another, in all processes, so that none undoes what another has just written. None for changes that replace nothing.
   */
  turns?(args: z.output<Input>): readonly string[];
  /**
   * For a change: the call that shows whether it was made. An unknown outcome is answered with it, so it names what was asked
   * for as narrowly as it can.
   */
  look?(args: z.output<Input>): Pick<ReadyCall, 'tool' | 'arguments'>;
  /** Arguments people will try, and the one they mean by each: said where the wrong one is refused. */
  instead?: Readonly<Record<string, string>>;
  /** What no single field can say: fields that exclude or need each other. Every problem at once. */
  rules?(args: z.output<Input>): Problem[];
  run(
    args: z.output<Input>,
    context: ToolContext<Client>,
  ): Promise<z.input<Output> | RichReply | StreamedReply | InputRequired>;
}

/** A tool as the pipeline and the protocol see it. */
export interface Tool {
  readonly channel: Channel;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly toolset: string;
  readonly access: Access;
  readonly repeat: 'safe' | 'never';
  readonly relative: readonly string[];
  readonly irreversible: Readonly<Record<string, readonly string[] | undefined>>;
  readonly personal: readonly string[];
  readonly keptS: number | undefined;
  readonly mayRaise: true | readonly string[];
  readonly activates: boolean;
  readonly takesBack: string | undefined;
  /** Of a channel without money: no argument of it is an amount. */
  readonly spendsNothing: boolean;
  readonly recordsItself: boolean;
  readonly stopsSpending: boolean;
  readonly scopes: readonly string[] | undefined;
  readonly needsAccount: boolean;
  readonly takesWorkspace: boolean;
  /** Every argument that names accounts: those that are read by the channel's own schema for one. */
  readonly accountArguments: readonly string[];
  /** Everything a caller may pass: the tool's own arguments and the shared ones. */
  readonly input: z.ZodObject;
  readonly aliases: Readonly<Record<string, Alias>>;
  /** Lists of ids or statuses: one of them may stand without its brackets. */
  readonly bareLists: readonly string[];
  /** The names of the arguments that `defineTool` added to the tool's own. */
  readonly sharedInput: readonly string[];
  readonly output: z.ZodObject;
  readonly annotations: Annotations;
  lessens?(args: Record<string, unknown>, desks: Pick<ToolContext<unknown>, 'plans' | 'history'>): Promise<boolean>;
  look?(args: Record<string, unknown>): Pick<ReadyCall, 'tool' | 'arguments'>;
  readonly instead: Readonly<Record<string, string>>;
  turns(args: Record<string, unknown>): readonly string[];
  rules(args: Record<string, unknown>): Problem[];
  run(
    args: Record<string, unknown>,
    context: ToolContext<unknown>,
  ): Promise<Record<string, unknown> | RichReply | StreamedReply | InputRequired>;
}

interface Annotations {
  title: string;
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
}

const noRules = (): Problem[] => [];
const noTurns = (): string[] => [];

const WorkspaceId = z.string().optional().describe('Id or name');

/** For agents, which can seldom set a header or `_meta`. */
const IdempotencyKey = z.string().optional().describe('Done once');

/** Below the tools: `pipeline/preview.ts` keeps the change here and answers with a plan of it. */
const Preview = z.boolean().optional().describe('Plan only');
const REASON_CHARACTERS_MAX = 500;
const Reason = z
  .string()
  .refine((text) => text.length <= REASON_CHARACTERS_MAX, `must have at most ${REASON_CHARACTERS_MAX} characters`)
  .optional()
  .describe('Why');

const Fresh = z.boolean().optional().describe('Ask the platform again');
const AgeS = z.number().optional().describe('Read that long ago');

/** The only way to make a tool: `export default defineTool(channel, {...})` in `tools/<name>.ts`. */
export function defineTool<Client, Input extends z.ZodObject, Output extends z.ZodObject>(
  channel: Channel<Client>,
  spec: ToolSpec<Client, Input, Output>,
): Tool {
  const needsAccount = channel.account !== undefined && spec.account !== false;
  const takesWorkspace = spec.workspace !== false;
  const shared: z.ZodRawShape = {
    ...(needsAccount && channel.account && { [channel.account.argument]: channel.account.schema.optional() }),
    ...channel.sharedInput,
    ...(takesWorkspace && { workspaceId: WorkspaceId }),
    ...(spec.access !== 'read' && { idempotency_key: IdempotencyKey }),
    ...(spec.access !== 'read' && channel.needsConnection && { preview: Preview, reason: Reason }),
    ...(spec.keptS !== undefined && { fresh: Fresh }),
  };
  const names = Object.keys({ ...spec.input.shape, ...shared });
  return {
    channel: channel as Channel,
    name: spec.name,
    title: spec.title,
    description: spec.description,
    toolset: spec.toolset,
    access: spec.access,
    repeat: spec.repeat,
    relative: spec.relative ?? [],
    irreversible: spec.irreversible ?? {},
    personal: spec.personal ?? [],
    keptS: spec.keptS,
    mayRaise: spec.mayRaise ?? [],
    activates: spec.activates ?? false,
    takesBack: spec.takesBack,
    spendsNothing: channel.spendsNothing ?? false,
    recordsItself: spec.recordsItself ?? false,
    stopsSpending: spec.stopsSpending ?? false,
    scopes: spec.scopes,
    needsAccount,
    takesWorkspace,
    accountArguments: accountArguments(channel, spec.input.shape, needsAccount),
    input: describedLike(spec.input, z.strictObject({ ...spec.input.shape, ...shared })),
    aliases: { ...otherNames(names), ...spec.aliases },
    bareLists: Object.keys(spec.input.shape).filter(
      (name) => /(_ids|status)$/.test(name) && isList(spec.input.shape[name]),
    ),
    sharedInput: Object.keys(shared),
    output: outputOf(spec, channel),
    annotations: {
      title: spec.title,
      readOnlyHint: spec.access === 'read',
      destructiveHint: spec.access === 'destructive' || spec.irreversible !== undefined,
      idempotentHint: spec.repeat === 'safe' && spec.relative === undefined,
      openWorldHint: channel.needsConnection,
    },
    ...(spec.lessens && { lessens: spec.lessens as unknown as NonNullable<Tool['lessens']> }),
    ...(spec.look && { look: spec.look as unknown as NonNullable<Tool['look']> }),
    instead: spec.instead ?? {},
    turns: (spec.turns ?? noTurns) as unknown as Tool['turns'],
    rules: (spec.rules ?? noRules) as unknown as Tool['rules'],
    run: spec.run as unknown as Tool['run'],
  };
}

/** A write may be answered by a plan instead of what it was made for. */
function outputOf(
  { output, keptS, access }: Pick<ToolSpec<never, z.ZodObject, z.ZodObject>, 'output' | 'keptS' | 'access'>,
  { needsConnection }: Pick<Channel, 'needsConnection'>,
): z.ZodObject {
  if (keptS !== undefined) return output.extend({ age_s: AgeS });
  return access === 'read' || !needsConnection ? output : output.extend({ plan: PlanReply });
}

const PlanReply = z.looseObject({}).optional();

function accountArguments(
  { account }: Pick<Channel, 'account'>,
  shape: z.ZodRawShape,
  needsAccount: boolean,
): readonly string[] {
  if (!account) return [];
  const own = Object.keys(shape).filter((name) => isReadBy(shape[name], account.schema));
  return needsAccount ? [account.argument, ...own] : own;
}

/** Through `optional`, `default` and lists. A schema that was described anew is a copy that knows its original. */
function isReadBy(schema: unknown, wanted: z.ZodType): boolean {
  if (schema instanceof z.ZodType && (schema === wanted || schema._zod.parent === wanted)) return true;
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isReadBy(schema.unwrap(), wanted);
  return schema instanceof z.ZodArray && isReadBy(schema.element, wanted);
}

function isList(schema: unknown): boolean {
  return schema instanceof z.ZodArray || (schema instanceof z.ZodOptional && isList(schema.unwrap()));
}

/** What a tool says about its arguments as a whole (`.meta`) survives the shared arguments being added. */
function describedLike(original: z.ZodObject, extended: z.ZodObject): z.ZodObject {
  const meta = original.meta();
  return meta === undefined ? extended : extended.meta(meta);
}
