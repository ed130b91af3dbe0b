import { z } from 'zod';
import { describeTool } from '../../pipeline/describe.ts';
import { isListed } from '../../pipeline/tool-selection.ts';
import type { Channel } from '../../tools/channel.ts';
import { callTool } from '../call-tool.ts';
import { Id, ToolAnswer, Word } from '../shapes.ts';
import type { WebParts } from '../web-parts.ts';
import { admitted } from '../workspace-access.ts';
import { inWorkspace, notFound, router, signedIn } from './procedure.ts';

const JsonSchema = z.record(z.string(), z.unknown());

const CatalogueTool = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  toolset: z.string(),
  /** In the tool list of an agent that asks for no particular toolset. */
  listed: z.boolean(),
  access: z.enum(['read', 'write', 'destructive']),
  repeat: z.enum(['safe', 'never']),
  /** Per argument, the values that cannot be undone. */
  irreversible: z.record(z.string(), z.array(z.string())),
  inputSchema: JsonSchema,
  outputSchema: JsonSchema,
});

const CatalogueChannel = z.object({
  channel: z.string(),
  title: z.string(),
  /** The address its tools are called at: `POST /{address}/mcp`. */
  address: z.string(),
  /** In the workspace that was named; false where none was. Always true for a channel that needs no connection. */
  connected: z.boolean(),
  tools: z.array(CatalogueTool),
});

export const tools = router({
  catalogue: signedIn
    .input(z.object({ workspaceId: Id.optional() }))
    .output(z.object({ channels: z.array(CatalogueChannel) }))
    .query(async ({ ctx, input: { workspaceId } }) => {
      const workspace =
        workspaceId === undefined ? undefined : await admitted(ctx.parts, ctx.person, workspaceId, 'viewer');
      const connected = new Set(workspace?.connections.map(({ channel }) => channel));
      return {
        channels: ctx.parts.registry.channels.map((channel) =>
          described(ctx.parts, channel, !channel.needsConnection || connected.has(channel.name)),
        ),
      };
    }),
  /** The one way to the platforms: the same pipeline, limits and audit as a key's call, in the person's name. */
  run: inWorkspace('viewer')
    .input(
      z.object({
        channel: z.string().max(40),
        tool: z.string().max(100),
        arguments: z.record(Word, z.unknown()).default({}),
        idempotencyKey: z.string().min(1).max(255).optional(),
      }),
    )
    .output(ToolAnswer)
    .mutation(({ ctx, input }) => {
      const tool = ctx.parts.pipeline.tools.find(
        ({ name, channel }) =>
          name === input.tool && (channel.name === input.channel || channel.servedAt === input.channel),
      );
      if (!tool) throw notFound('tool');
      return callTool(ctx, tool, input.arguments, input.idempotencyKey);
    }),
});

function described({ pipeline }: WebParts, channel: Channel, connected: boolean): z.infer<typeof CatalogueChannel> {
  return {
    channel: channel.name,
    title: channel.title,
    address: channel.servedAt ?? channel.name,
    connected,
    tools: pipeline.tools
      .filter((tool) => tool.channel.name === channel.name)
      .map((tool) => {
        const { name, title, description, toolset, access, repeat } = tool;
        const { inputSchema, outputSchema } = describeTool(tool);
        const irreversible = Object.fromEntries(
          Object.entries(tool.irreversible).map(([argument, values]) => [argument, [...(values ?? [])]]),
        );
        const listed = isListed(tool);
        return { name, title, description, toolset, listed, access, repeat, irreversible, inputSchema, outputSchema };
      }),
  };
}
