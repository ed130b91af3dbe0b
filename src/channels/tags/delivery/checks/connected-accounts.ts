import { destinationsEverywhere } from '../../../../conversions/workspace-destinations.ts';
import type { Missing } from '../../../../reports/missing-sources.ts';
import type { ToolContext } from '../../../../tools/define-tool.ts';
import type { Awaited, Connected } from './accounts.ts';

/** What the connected accounts of the other channels wait for, read with the caller's own permissions. */
export async function connectedAccounts(
  context: Pick<ToolContext<unknown>, 'reach' | 'signal'>,
  channels?: readonly string[],
): Promise<{ connected: Connected; missing: Missing[] }> {
  const known = (await context.reach.channels('own')).flatMap(({ channel }) =>
    channel.conversions ? [channel.name] : [],
  );
  const asked = channels ? known.filter((name) => channels.includes(name)) : known;
  const { destinations, missing } = await destinationsEverywhere({ channels: asked }, context);
  const unread = missing.map(({ channel }) => channel);
  return {
    connected: {
      channels: asked.filter((name) => !unread.includes(name)),
      awaited: destinations.filter((one): one is typeof one & Awaited => one.tag !== undefined),
    },
    missing,
  };
}
