import type { Principal } from '../auth/key-records.ts';
import { type Failure, invalidArguments } from '../errors.ts';
import { ToolIndex } from '../finding/tool-index.ts';
import type { Channel } from '../tools/channel.ts';
import type { Tool } from '../tools/define-tool.ts';
import { oneOf } from '../tools/did-you-mean.ts';
import { mayTurnOutLess } from '../tools/less-spending.ts';
import { toolLike } from '../tools/tool-like.ts';
import type { SignedText } from '../vault/signed-text.ts';
import type { Call, Pipeline, ToolReply } from './call.ts';
import { ambiguousTool, refusalOfKind, takenApart, toolNamedIn, unknownTool, withSchema } from './called-tool.ts';
import { describeTool, type ToolDescription } from './describe.ts';
import type { Endpoint } from './endpoint.ts';
import { aboutFinding, aboutStopping, aboutUnlisted } from './instruction-words.ts';
import { type MirroredArgument, mirroredArguments } from './mirrored-arguments.ts';
import { READ_ONLY, withoutWrites } from './read-only-words.ts';
import { runTool } from './run-tool.ts';
import { shortDescription } from './short-description.ts';
import { isInToolsets, isVisible, mayCall, type Narrowing } from './tool-selection.ts';
import { CALL_READ_TOOL, CALL_WRITE_TOOL, FIND_TOOLS } from './tools-for-all-channels.ts';
import { WholeNames, wholeName } from './whole-names.ts';

/** Ways to see the list that are kept ready. */
const LISTS_MAX = 256;
/** Names offered for one that no tool has. */
const NEAREST_MAX = 5;

/**
 * `POST /mcp`: every channel at one address. The tools of all of them would fill a model's context, so it lists the workspace's
 * own and those that find and call the others. Where a caller names channels or toolsets, their tools are listed plainly instead,
 * by whole names.
 */
export class OneAddress implements Endpoint {
  readonly address = '';
  readonly title = 'All channels';
  readonly toolsets: readonly string[];
  readonly channels: readonly string[];
  readonly stateSeal: SignedText;
  readonly #channels: readonly Channel[];
  readonly #pipeline: Pipeline;
  readonly #names: WholeNames;
  readonly #lists = new Map<string, string>();
  #index: Promise<ToolIndex> | undefined;

  constructor(channels: readonly Channel[], pipeline: Pipeline) {
    this.#channels = channels;
    this.channels = channels.map(({ name }) => name);
    this.toolsets = [...new Set(pipeline.tools.map(({ toolset }) => toolset))].sort();
    this.#pipeline = pipeline;
    this.#names = new WholeNames(pipeline.tools);
    this.stateSeal = pipeline.signed;
  }

  /** Every key has something to call here. */
  async admit(): Promise<void> {}

  instructions(principal: Principal, narrowing: Narrowing): string {
    const readOnly = isReadOnly(principal, narrowing);
    const own = this.#channels.filter(({ name }) => this.#pipeline.admission.mayUse(principal, name));
    if (!isPlain(narrowing)) return `${readOnly ? `${READ_ONLY} ` : ''}${aboutFinding(own, readOnly)}`;
    const chosen = own.filter((channel) => isAmong(channel, narrowing));
    const usable = this.#usable(principal, narrowing);
    const words = chosen.map(({ name, instructions }) => this.#inWholeNames(instructions, name, readOnly)).join(' ');
    const unlisted = narrowing.toolsets.length === 0 ? aboutUnlisted(usable, wholeName) : '';
    const stopTools = readOnly || !chosen.some(({ stopping }) => stopping) ? [] : this.#stopTools;
    return `${readOnly ? `${READ_ONLY} ` : ''}Tools are named <channel>_<tool>. ${words}${unlisted}${aboutStopping(stopTools)}`;
  }

  toolLike(name: string, principal: Principal, narrowing: Narrowing): string | undefined {
    const sharing = this.#named(name, principal, narrowing);
    if (sharing.length > 1) return sharing.map(wholeName).join(' or ');
    const listed = isPlain(narrowing) ? [] : this.#listedFirst(principal, narrowing);
    return toolLike(name, [
      ...listed.map((tool) => tool.name),
      ...[...this.#usable(principal, narrowing), ...this.#stopTools].map(wholeName),
    ]);
  }

  toolList(principal: Principal, narrowing: Narrowing): string {
    const readOnly = isReadOnly(principal, narrowing);
    const key = JSON.stringify([readOnly, narrowing.toolsets, narrowing.channels, principal.channels]);
    let list = this.#lists.get(key);
    if (list === undefined) {
      list = JSON.stringify(
        isPlain(narrowing)
          ? this.#usable(principal, narrowing)
              .filter((tool) => isVisible(tool, readOnly, narrowing))
              .map((tool) => this.#byWholeName(tool, readOnly))
          : this.#listedFirst(principal, narrowing).map((tool) => this.#shortly(tool, readOnly)),
      );
      if (this.#lists.size < LISTS_MAX) this.#lists.set(key, list);
    }
    return list;
  }

  async callTool(name: string, args: unknown, given: Call, narrowing: Narrowing): Promise<ToolReply | undefined> {
    const call = { ...given, nameOf: isPlain(narrowing) ? wholeName : nameInList };
    if (!isPlain(narrowing)) {
      if (name === FIND_TOOLS.name)
        return runTool(this.#pipeline, this.#finding(call.principal, narrowing), args, call);
      const calling = callingTool(name);
      if (calling) return this.#callNamed(calling, args, call, narrowing);
    }
    const [tool, ...others] = this.#named(name, call.principal, narrowing);
    return tool && others.length === 0 ? runTool(this.#pipeline, tool, args, call) : undefined;
  }

  maySpendLess(name: string, args: unknown): boolean {
    const { outer, inner } = callingTool(name) ? takenApart(args) : { outer: { tool: name }, inner: args };
    const wanted = (outer as { tool?: unknown } | null)?.tool;
    if (typeof wanted !== 'string' || typeof inner !== 'object' || inner === null) return false;
    return this.#names.find(wanted).some((tool) => mayTurnOutLess(tool, { ...inner }));
  }

  mirroredArguments(name: string): readonly MirroredArgument[] {
    const [tool, ...others] = this.#names.find(name);
    return tool && others.length === 0 ? mirroredArguments(tool) : [];
  }

  /** The index is made when it is first needed: many services are called at the addresses of their channels only. */
  async #bestOf(said: string, among: readonly Tool[], limit: number): Promise<Tool[]> {
    this.#index ??= ToolIndex.of(this.#pipeline.tools, (tool) => describeTool(tool).inputSchema);
    return (await this.#index).find(said, among, limit);
  }

  /** `?channels=` and `?toolsets=` take none of these away. */
  get #stopTools(): readonly Tool[] {
    return this.#pipeline.tools.filter(({ stopsSpending }) => stopsSpending);
  }

  /** What this key may call, as far as the caller wants to see it. */
  #usable(principal: Principal, narrowing: Narrowing): readonly Tool[] {
    const readOnly = isReadOnly(principal, narrowing);
    return this.#pipeline.tools.filter(
      (tool) =>
        (tool.access === 'read' || !readOnly) &&
        isSelected(tool, narrowing) &&
        mayCall(this.#pipeline, principal, tool),
    );
  }

  #listedFirst(principal: Principal, narrowing: Narrowing): readonly Tool[] {
    const about = [FIND_TOOLS, CALL_READ_TOOL, ...(isReadOnly(principal, narrowing) ? [] : [CALL_WRITE_TOOL])];
    return [...about, ...this.#usable(principal, narrowing).filter(isListedFirst)];
  }

  /** The tools a name may mean; one that several channels have means that of the key's own channels, where there is one. */
  #named(name: string, principal: Principal, narrowing: Narrowing): readonly Tool[] {
    const named = this.#names.find(name).filter((tool) => isSelected(tool, narrowing) || tool.stopsSpending);
    const own = named.length > 1 ? named.filter((tool) => mayCall(this.#pipeline, principal, tool)) : [];
    return own.length > 0 ? own : named;
  }

  /** Runs the named tool as its own address would; a call that names none is answered by the calling tool's error. */
  async #callNamed(calling: Tool, args: unknown, call: Call, narrowing: Narrowing): Promise<ToolReply> {
    const named = takenApart(args);
    const name = await toolNamedIn(calling, named);
    const chosen = name === undefined ? undefined : await this.#chosen(calling, name, call.principal, narrowing);
    if (chosen?.tool) return withSchema(await runTool(this.#pipeline, chosen.tool, named.inner, call), chosen.tool);
    // Nothing is changed, so nothing is charged or recorded as a change.
    const refused: Tool = { ...calling, access: 'read', run: () => Promise.reject(chosen?.refusal) };
    return runTool(this.#pipeline, refused, named.outer, call);
  }

  async #chosen(calling: Tool, name: string, principal: Principal, narrowing: Narrowing): Promise<Chosen> {
    const [tool, ...others] = this.#named(name, principal, narrowing);
    if (!tool) return { refusal: unknownTool(name, await this.#namesLike(name, principal, narrowing)) };
    if (others.length > 0) return { refusal: ambiguousTool(name, [tool, ...others]) };
    // A caller that may only read is told so by the pipeline, whichever of the two it has called.
    const refusal = isReadOnly(principal, narrowing) ? undefined : refusalOfKind(calling, tool);
    return refusal ? { refusal } : { tool };
  }

  async #namesLike(name: string, principal: Principal, narrowing: Narrowing): Promise<string[]> {
    const usable = this.#usable(principal, narrowing);
    const spelt = this.toolLike(name, principal, narrowing);
    const meant = (await this.#bestOf(name, usable, NEAREST_MAX)).map(wholeName);
    return [...new Set([...(spelt === undefined ? [] : [spelt]), ...meant])].slice(0, NEAREST_MAX);
  }

  #finding(principal: Principal, narrowing: Narrowing): Tool {
    return {
      ...FIND_TOOLS,
      run: async ({ query, channel, limit }) => {
        const usable = this.#usable(principal, narrowing);
        const channels = [...new Set(usable.map((tool) => tool.channel.name))];
        if (channel !== undefined && !channels.includes(channel as string))
          throw invalidArguments([
            { field: 'channel', message: oneOf(channel as string, channels), allowed_values: channels },
          ]);
        const away = await this.#notConnected(principal, usable);
        const among = usable.filter(
          (tool) => !away.includes(tool.channel.name) && (channel === undefined || tool.channel.name === channel),
        );
        const found = await this.#bestOf(query as string, among, limit as number);
        return {
          tools: found.map((tool) => this.#found(tool, isReadOnly(principal, narrowing))),
          ...(away.length > 0 && { not_connected: away }),
          next_step: found.length > 0 ? CALL_FOUND : nothingFound(channels),
        };
      },
    };
  }

  /** Channels whose every call would be refused: they are connected in no workspace that the key reaches. */
  async #notConnected(principal: Principal, usable: readonly Tool[]): Promise<string[]> {
    const names = new Set(usable.map(({ channel }) => channel.name));
    const channels = this.#channels.filter(({ name, needsConnection }) => needsConnection && names.has(name));
    const asked = channels.map(async ({ name }) =>
      (await this.#pipeline.admission.reaches(principal, name)) ? [] : [name],
    );
    return (await Promise.all(asked)).flat();
  }

  #found(tool: Tool, readOnly: boolean) {
    const { name, title, description, inputSchema } = this.#byWholeName(tool, readOnly);
    const calling = tool.access === 'read' ? CALL_READ_TOOL : CALL_WRITE_TOOL;
    return {
      tool: name,
      channel: tool.channel.name,
      title,
      does: description,
      call_with: isListedFirst(tool) ? tool.name : calling.name,
      input_schema: inputSchema,
    };
  }

  #byWholeName(tool: Tool, readOnly: boolean): ToolDescription {
    const described = describeTool(tool);
    const description = this.#inWholeNames(described.description, tool.channel.name, readOnly);
    return { ...described, name: wholeName(tool), description };
  }

  #inWholeNames(text: string, channel: string, readOnly: boolean): string {
    return this.#names.inText(readOnly ? withoutWrites(text, this.#pipeline.tools) : text, channel);
  }

  #shortly(tool: Tool, readOnly: boolean) {
    const described = shortDescription(describeTool(tool));
    const { tools } = this.#pipeline;
    return readOnly ? { ...described, description: withoutWrites(described.description, tools) } : described;
  }
}

type Chosen = { tool: Tool; refusal?: undefined } | { refusal: Failure; tool?: undefined };

const CALL_FOUND =
  'Call what call_with names: call_read_tool and call_write_tool take {"tool": …, "arguments": {…}}, any other name is a tool of the list.';

function nothingFound(channels: readonly string[]): string {
  return `No tool fits these words. Name an action and an object (pause a campaign, list keywords) or one of the channels: ${channels.join(', ')}.`;
}

function callingTool(name: string): Tool | undefined {
  return [CALL_READ_TOOL, CALL_WRITE_TOOL].find((tool) => tool.name === name);
}

/** Most of the workspace's own tools; those of platforms have to be found. */
function isListedFirst({ channel, toolset }: Tool): boolean {
  return !channel.needsConnection && !channel.foundToolsets?.includes(toolset);
}

/** What a tool is called by a caller that finds tools. */
function nameInList(tool: Tool): string {
  return isListedFirst(tool) ? tool.name : wholeName(tool);
}

/** Whether the caller wants tools listed by name instead of finding them. */
function isPlain({ channels, toolsets }: Narrowing): boolean {
  return channels.length > 0 || toolsets.length > 0;
}

function isReadOnly(principal: Principal, narrowing: Narrowing): boolean {
  return narrowing.readOnly || principal.readOnly;
}

function isSelected(tool: Tool, narrowing: Narrowing): boolean {
  return isAmong(tool.channel, narrowing) && isInToolsets(tool, narrowing);
}

function isAmong({ name }: Channel, { channels }: Narrowing): boolean {
  return channels.length === 0 || channels.includes('all') || channels.includes(name);
}
