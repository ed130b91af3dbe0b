import { z } from 'zod';

/** A resource as the answer to a write shows it: all of it, described once, where it is listed. */
export function asListed(listTool: string) {
  return z.looseObject({ id: z.string() }).describe(`As in ${listTool}`);
}
