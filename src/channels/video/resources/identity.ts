import { z } from 'zod';
import type { Identity } from '../../../tools/channel.ts';
import type { VideoClient } from '../client.ts';

const Person = z.object({ core_user_id: z.string(), display_name: z.string().nullish() });

/** The user who granted access, with every advertiser the token reaches. */
export async function identify(client: VideoClient): Promise<Identity> {
  const [{ core_user_id, display_name }, accounts] = await Promise.all([
    client.get('user/info', {}, Person),
    client.advertisers(),
  ]);
  return { who: display_name || core_user_id, accounts };
}
