import { z } from 'zod';
import type { Channel } from '../tools/channel.ts';
import { defineTool, type Tool } from '../tools/define-tool.ts';

/** Tools about the tools of all channels. They ask no platform, and no key is kept from them. */
const channel: Channel<undefined> = {
  name: 'all',
  title: 'All channels',
  instructions: '',
  hosts: {},
  needsConnection: false,
  forEveryKey: true,
  connect: () => undefined,
};

const FOUND_MAX = 10;

/** What is found depends on the key, so the address adds `run` for each call. */
export const FIND_TOOLS: Tool = defineTool(channel, {
  name: 'find_tools',
  title: 'Find tools of the ad platforms',
  description:
    'Finds the tools for what has to be done on an ad platform, the fittest first: what each does, its input schema, and whether call_read_tool or call_write_tool calls it.',
  toolset: 'tools',
  access: 'read',
  repeat: 'safe',
  workspace: false,
  input: z.strictObject({
    query: z.string().trim().min(1).max(500).describe('In plain words, e.g. pause the Berlin ads on Facebook'),
    channel: z.string().optional().describe('Only of this channel'),
    limit: z.int().min(1).max(FOUND_MAX).default(5).describe('Tools at most'),
  }),
  aliases: { need: 'query', q: 'query', search: 'query', task: 'query', text: 'query', words: 'query' },
  output: z.object({
    tools: z.array(
      z.object({
        tool: z.string(),
        channel: z.string(),
        title: z.string(),
        does: z.string(),
        call_with: z.string(),
        input_schema: z.looseObject({}),
      }),
    ),
    not_connected: z.array(z.string()).optional(),
    next_step: z.string(),
  }),
  run: () => Promise.reject(new Error('find_tools is run by the address it is called at')),
});

export const CALL_READ_TOOL = callingTool({
  name: 'call_read_tool',
  title: 'Call a tool that reads',
  description: 'Calls a tool that find_tools found and that changes nothing; answers as that tool does.',
  readOnly: true,
});

export const CALL_WRITE_TOOL = callingTool({
  name: 'call_write_tool',
  title: 'Call a tool that changes something',
  description:
    'Calls a tool that find_tools found and that creates, changes or deletes; some of it cannot be undone, as its description says. Answers as that tool does.',
  readOnly: false,
});

/** A tool that stands for others: it is described and annotated as the most that one of them can do. */
function callingTool(spec: { name: string; title: string; description: string; readOnly: boolean }): Tool {
  const { readOnly, ...named } = spec;
  const tool = defineTool(channel, {
    ...named,
    toolset: 'tools',
    access: 'read',
    repeat: 'safe',
    workspace: false,
    input: z.strictObject({
      tool: z.string().max(100).describe('Name from find_tools'),
      arguments: z.looseObject({}).default({}).describe("By that tool's input schema"),
    }),
    aliases: { name: 'tool', tool_name: 'tool', args: 'arguments', input: 'arguments', parameters: 'arguments' },
    instead: {
      workspaceId: 'arguments.workspaceId',
      idempotency_key: 'arguments.idempotency_key',
      preview: 'arguments.preview',
      reason: 'arguments.reason',
    },
    output: z.looseObject({}),
    run: () => Promise.reject(new Error('the tool that was named is run in its place')),
  });
  const annotations = {
    title: spec.title,
    readOnlyHint: readOnly,
    destructiveHint: !readOnly,
    idempotentHint: readOnly,
    openWorldHint: true,
  };
  return { ...tool, annotations, access: readOnly ? 'read' : 'destructive', repeat: readOnly ? 'safe' : 'never' };
}
