import { invalidArguments } from '../errors.ts';
import type { Channel } from './channel.ts';

/** Refuses an argument that holds the name of no channel, and tells what a platform's own name is called here. */
export function refuseUnknownChannels(
  named: readonly string[] = [],
  places: readonly { channel: Pick<Channel, 'name' | 'knownAs'> }[],
  field = 'channels',
): void {
  const channels = places.map(({ channel }) => channel);
  const known = [...new Set(channels.map(({ name }) => name))];
  const unknown = named.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const meant = unknown.flatMap((name) => {
    const channel = channels.find(({ knownAs = [] }) => knownAs.includes(name.toLowerCase()));
    return channel ? [`${name} is ${channel.name}`] : [];
  });
  const message = [`${unknown.join(', ')}: must be of ${known.join(', ')}`, ...meant].join('; ');
  throw invalidArguments([{ field, message, allowed_values: known }]);
}
