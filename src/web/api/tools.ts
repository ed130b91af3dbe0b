import { z } from 'zod';
import { inWorkspace, router, signedIn, unfinished } from './procedure.ts';
import { Id, ToolAnswer } from './shapes.ts';

const JsonSchema = z.record(z.string(), z.unknown());

const CatalogueTool = z.object({
  name: z.string(),
  title: z.string(),
  description: z.string(),
  toolset: z.string(),
  /** Listed to agents that name no toolset. */
  listed: z.boolean(),
  access: z.enum(['read', 'write', 'destructive']),
  repeat: z.enum(['safe', 'never']),
  /** Arguments with the values that cannot be taken back. */
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
    .query(unfinished),
  /** The one way to the platforms: the same pipeline, limits and audit as a key's call, in the person's name. */
  call: inWorkspace('viewer')
    .input(
      z.object({
        channel: z.string().max(40),
        tool: z.string().max(100),
        arguments: z.record(z.string(), z.unknown()).default({}),
        idempotencyKey: z.string().min(1).max(255).optional(),
      }),
    )
    .output(ToolAnswer)
    .mutation(unfinished),
});
