import { z } from 'zod';

/** A tool call in a reply that can be made as it stands. */
export const ReadyCall = z.object({
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  purpose: z.string(),
});
export type ReadyCall = z.infer<typeof ReadyCall>;
