import { z } from 'zod';

/** A tool call that can be made as it stands. */
export const ToolCall = z.object({
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  purpose: z.string(),
});
export type ToolCall = z.infer<typeof ToolCall>;
