import { z } from 'zod';

/** Where notices go, without anything by which somebody could write there. */
export const ShownEndpoint = z.object({
  id: z.string().describe('For notify of monitors and to of schedules'),
  kind: z.enum(['webhook', 'email', 'slack', 'teams']),
  name: z.string(),
  address: z.string().describe('Host and last four characters, or the mail address'),
  events: z.array(z.string()).describe('What it is told of'),
  state: z.enum(['on', 'off']),
  off_because: z.string().optional(),
  failing_since: z.string().optional(),
});
export type ShownEndpoint = z.infer<typeof ShownEndpoint>;

/** The endpoints of the call's workspace. */
export interface EndpointDesk {
  list(): Promise<ShownEndpoint[]>;
}
