import { type Given, optional, UsageError } from './command.ts';

/** The channels that `--channels` names; undefined when it is left out. */
export async function channelsOf(given: Given): Promise<string[] | undefined> {
  const text = optional(given, 'channels');
  if (text === undefined) return undefined;
  const { findChannels } = await import('../build.ts');
  const { channels } = await findChannels();
  const known = channels.map(({ name }) => name);
  const wanted = text.split(',').map((name) => name.trim());
  const wrong = wanted.find((name) => !known.includes(name));
  if (wrong !== undefined)
    throw new UsageError(`--channels names ${JSON.stringify(wrong)}; allowed: ${known.join(', ')}.`);
  return wanted;
}
