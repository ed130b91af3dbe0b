import type { Problem } from '../errors.ts';
import type { Channel } from './channel.ts';

/** Refuses names of no channel, and tells what a platform's own name is called here. */
export function unknownChannels(named: readonly string[], channels: readonly Channel[]): Problem[] {
  const known = [...new Set(channels.map(({ name }) => name))];
  const unknown = named.filter((name) => !known.includes(name));
  if (unknown.length === 0) return [];
  const meant = unknown.flatMap((name) => {
    const channel = channels.find(({ knownAs = [] }) => knownAs.includes(name.toLowerCase()));
    return channel ? [`${name} is ${channel.name}`] : [];
  });
  const message = [`${unknown.join(', ')}: must be of ${known.join(', ')}`, ...meant].join('; ');
  return [{ field: 'channels', message, allowed_values: known }];
}
