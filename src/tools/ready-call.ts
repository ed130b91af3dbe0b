import { z } from 'zod';

/** A tool call in a reply that can be made as it stands; the pipeline adds the account and the workspace of the call it follows. */
export const ReadyCall = z.object({
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  purpose: z.string(),
});
export type ReadyCall = z.infer<typeof ReadyCall>;

/** Stands in a ready call for a value that only the caller can know. */
export const FILL_IN = '…';

/** Refuses a ready call that was sent without its value filled in. */
export function isFilledIn(text: string): boolean {
  return text.trim() !== FILL_IN;
}
export const NOT_FILLED_IN = `is still ${FILL_IN}, which stands for a value that is yours to give`;
