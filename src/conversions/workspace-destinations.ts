import type { z } from 'zod';
import { Failure } from '../errors.ts';
import { failed, type Missing, notReached } from '../reports/missing-sources.ts';
import type { ToolContext } from '../tools/define-tool.ts';
import type { Reached } from '../tools/reach.ts';
import type { ShownDestination } from './channel-tools.ts';
import { accountOf, placesFor } from './workspace-sends.ts';

type Found = z.input<typeof ShownDestination> & { channel: string; account: string };

/** The destinations of every channel of the workspace, side by side. A channel that cannot be read does not keep the others. */
export async function destinationsEverywhere(
  { channels }: { channels?: readonly string[] | undefined },
  { reach, signal }: Pick<ToolContext<unknown>, 'reach' | 'signal'>,
): Promise<{ destinations: Found[]; missing: Missing[] }> {
  const places = await placesFor(channels, reach);
  const missing = places.flatMap((place) =>
    'code' in place ? [{ ...notReached(place), workspaceId: undefined }] : [],
  );
  const read = async (place: Reached): Promise<Found[]> => {
    try {
      const account = await accountOf(place, signal);
      const { destinations } = await reach.call(place, 'list_conversion_destinations', {}, { id: account });
      return (destinations as Found[]).map((one) => ({ ...one, channel: place.channel.name, account }));
    } catch (error) {
      const { workspaceId: _, ...line } = failed(place, error instanceof Failure ? error : reach.unexpected(error));
      missing.push({ ...line, workspaceId: undefined });
      return [];
    }
  };
  const found = await Promise.all(places.filter((place): place is Reached => 'connect' in place).map(read));
  return { destinations: found.flat(), missing };
}
