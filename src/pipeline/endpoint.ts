import type { Principal } from '../auth/key-records.ts';
import { Failure } from '../errors.ts';
import type { Channel } from '../tools/channel.ts';
import type { Tool } from '../tools/define-tool.ts';
import type { Conversation, InputRequired } from '../tools/input-required.ts';
import { mayTurnOutLess } from '../tools/less-spending.ts';
import { toolLike } from '../tools/tool-like.ts';
import type { SignedText } from '../vault/signed-text.ts';
import type { Admission } from './admission.ts';
import type { Call, Pipeline, ToolReply } from './call.ts';
import { describeTool, type ToolDescription } from './describe.ts';
import { aboutStopping, aboutUnlisted, onlyToStop } from './instruction-words.ts';
import { type MirroredArgument, mirroredArguments } from './mirrored-arguments.ts';
import { READ_ONLY, withoutWrites } from './read-only-words.ts';
import { runTool } from './run-tool.ts';
import { isInToolsets, isVisible, mayCall, type Narrowing } from './tool-selection.ts';

/** What stands behind one address. The protocol layer talks to nothing else. */
export interface Endpoint {
  /** It is served at `/{address}/mcp`; at `/mcp` where this is empty. */
  readonly address: string;
  readonly title: string;
  /** Shown to a caller when it connects, by what it may do. */
  instructions(principal: Principal, narrowing: Narrowing): string;
  /** The tool that a name which no tool has is nearest to. */
  toolLike(name: string, principal: Principal, narrowing: Narrowing): string | undefined;
  /** The parts its tools fall into, in alphabetical order. */
  readonly toolsets: readonly string[];
  /** The channels that a caller may choose from; undefined at the address of a single one. */
  readonly channels?: readonly string[];
  /** Refuses a key that has no business here. */
  admit(principal: Principal): Promise<void>;
  /** The tools this caller may use, as the JSON array `tools/list` answers with. */
  toolList(principal: Principal, narrowing: Narrowing): string;
  /** `undefined`: there is no such tool here. */
  callTool(name: string, args: unknown, call: Call, narrowing: Narrowing): Promise<ToolReply | undefined>;
  /** Whether such a call may make less money flow, by the arguments as they came. */
  maySpendLess(tool: string, args: unknown): boolean;
  /** The arguments of a tool that a header has to repeat; none for a tool that is not here. */
  mirroredArguments(tool: string): readonly MirroredArgument[];
  /** Needed where a tool or prompt asks back and wants to be told its state again. */
  readonly stateSeal?: SignedText;
  readonly prompts?: PromptProvider;
  readonly resources?: ResourceProvider;
  complete?(params: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>;
}

export interface PromptProvider {
  list(): readonly Record<string, unknown>[];
  /** `undefined`: no such prompt. */
  get(
    params: Readonly<Record<string, unknown>>,
    conversation: Conversation,
  ): Promise<Record<string, unknown> | InputRequired | undefined>;
}

export interface ResourceProvider {
  list(): readonly Record<string, unknown>[];
  templates(): readonly Record<string, unknown>[];
  /** `undefined`: no such resource. */
  read(params: Readonly<Record<string, unknown>>): Promise<Record<string, unknown> | undefined>;
}

/** The endpoint of a channel's folder: its tools, run through the pipeline. */
export class ChannelEndpoint implements Endpoint {
  readonly address: string;
  readonly title: string;
  readonly toolsets: readonly string[];
  readonly stateSeal: SignedText;
  readonly #channel: Channel;
  readonly #tools: readonly Tool[];
  readonly #byName: ReadonlyMap<string, Tool>;
  readonly #pipeline: Pipeline;
  readonly #lists = new Map<string, string>();

  constructor(channel: Channel, tools: readonly Tool[], pipeline: Pipeline) {
    this.address = channel.name;
    this.title = channel.title;
    this.toolsets = [...new Set(tools.map(({ toolset }) => toolset))].sort();
    this.#channel = channel;
    this.#tools = tools;
    this.#byName = new Map(tools.map((tool) => [tool.name, tool]));
    this.#pipeline = pipeline;
    this.stateSeal = pipeline.signed;
  }

  async admit(principal: Principal): Promise<void> {
    const { admission } = this.#pipeline;
    if (!this.#tools.some((tool) => mayCall(this.#pipeline, principal, tool)))
      admission.checkChannel(principal, this.address);
    if (!this.#channel.needsConnection) return;
    if (!(await admission.reaches(principal, this.#channel.name)))
      await this.#requireConnection(admission, principal, undefined);
  }

  instructions(principal: Principal, narrowing: Narrowing): string {
    const { instructions } = this.#channel;
    const usable = this.#tools.filter((tool) => mayCall(this.#pipeline, principal, tool));
    if (usable.length > 0 && usable.every(({ stopsSpending }) => stopsSpending)) return onlyToStop(principal, usable);
    if (!narrowing.readOnly && !principal.readOnly)
      return `${instructions}${aboutUnlisted(this.#tools)}${aboutStopping(this.#stopTools)}`;
    const reads = this.#tools.filter(({ access }) => access === 'read');
    return `${READ_ONLY} ${withoutWrites(instructions, this.#pipeline.tools)}${aboutUnlisted(reads)}`;
  }

  toolLike(name: string, principal: Principal, narrowing: Narrowing): string | undefined {
    const readOnly = narrowing.readOnly || principal.readOnly;
    const usable = [...this.#tools, ...this.#stopTools].filter((tool) => !readOnly || tool.access === 'read');
    return toolLike(
      name,
      usable.map((tool) => tool.name),
    );
  }

  toolList(principal: Principal, narrowing: Narrowing): string {
    const readOnly = narrowing.readOnly || principal.readOnly;
    const key = `${readOnly}|${narrowing.toolsets.join()}|${principal.channels?.join() ?? ''}`;
    let list = this.#lists.get(key);
    if (list === undefined) {
      const tools = this.#tools.filter(
        (tool) => mayCall(this.#pipeline, principal, tool) && isVisible(tool, readOnly, narrowing),
      );
      const described = tools.map(describeTool);
      list = JSON.stringify(readOnly ? described.map((one) => this.#readOnly(one)) : described);
      if (this.#lists.size < 256) this.#lists.set(key, list);
    }
    return list;
  }

  #readOnly(described: ToolDescription): ToolDescription {
    return { ...described, description: withoutWrites(described.description, this.#pipeline.tools) };
  }

  callTool(name: string, args: unknown, call: Call, narrowing: Narrowing): Promise<ToolReply | undefined> {
    const tool = this.#toolNamed(name);
    return tool !== undefined && (isInToolsets(tool, narrowing) || !this.#byName.has(name))
      ? runTool(this.#pipeline, tool, args, call)
      : this.#noSuchTool(call.principal, args);
  }

  /**
   * What stops all spending can be called at the address of every platform that spends, even one that the caller's toolsets leave out: a
   * key for one channel sees no other address. It is not listed there, so that the lists stay short.
   */
  get #stopTools(): readonly Tool[] {
    return this.#channel.stopping ? this.#pipeline.tools.filter(({ stopsSpending }) => stopsSpending) : [];
  }

  #toolNamed(name: string): Tool | undefined {
    return this.#byName.get(name) ?? this.#stopTools.find((tool) => tool.name === name);
  }

  async #noSuchTool(principal: Principal, args: unknown): Promise<undefined> {
    await this.admit(principal);
    try {
      if (this.#channel.needsConnection) await this.#requireConnection(this.#pipeline.admission, principal, args);
    } catch (error) {
      // Of a tool that is not there, it does not matter in which workspace.
      if (!(error instanceof Failure)) throw error;
    }
    return undefined;
  }

  maySpendLess(name: string, args: unknown): boolean {
    const tool = this.#toolNamed(name);
    return tool !== undefined && typeof args === 'object' && args !== null && mayTurnOutLess(tool, { ...args });
  }

  mirroredArguments(name: string): readonly MirroredArgument[] {
    const tool = this.#toolNamed(name);
    return tool === undefined ? [] : mirroredArguments(tool);
  }

  async #requireConnection(admission: Admission, principal: Principal, args: unknown): Promise<void> {
    const named = typeof args === 'object' && args !== null ? (args as Record<string, unknown>).workspaceId : undefined;
    admission.connection(await admission.workspace(principal, named), this.#channel.name);
  }
}
