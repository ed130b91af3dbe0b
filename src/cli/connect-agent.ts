import { CLIENTS, type Connection, KEY_VARIABLE, type Snippet } from '../text/client-snippets.ts';
import { type Command, optional, UsageError } from './command.ts';
import { channelsOf } from './named-channels.ts';
import { serviceUrl } from './service-url.ts';

export const connectAgent: Command = {
  name: 'connect-agent',
  takes: '[CLIENT]',
  summary: `Prints what a client needs to connect, by sign-in and by key: ${CLIENTS.map(({ name }) => name).join(', ')}.`,
  options: {
    channels: {
      type: 'string',
      meaning: 'An address for each of these, separated by commas (default: one address for all)',
      value: 'NAMES',
    },
    key: { type: 'string', meaning: `A key to write out (default: ${KEY_VARIABLE})`, value: 'KEY' },
    name: { type: 'string', meaning: "Name in the client's list (default: adhelm)", value: 'TEXT' },
    url: {
      type: 'string',
      meaning: 'Address of the service (default: ADHELM_PUBLIC_URL or the running one)',
      value: 'URL',
    },
  },
  async run(given) {
    const told = optional(given, 'url');
    const place = {
      origin: told === undefined && given.settings.publicUrl ? given.settings.publicUrl : serviceUrl(given),
      name: optional(given, 'name') ?? 'adhelm',
      channels: (await channelsOf(given)) ?? [],
    };
    const byKey = { ...place, key: optional(given, 'key') ?? KEY_VARIABLE };
    const wanted = clientsNamed(given.words[0]);
    if (given.json) {
      given.print(JSON.stringify({ clients: wanted.map((client) => described(client, place, byKey)) }));
      return 0;
    }
    for (const client of wanted) given.print(`${readable(client, place, byKey)}\n`);
    if (!place.origin.startsWith('https:'))
      given.print(
        'Claude and ChatGPT connect from the internet: they need a public https address, set as ADHELM_PUBLIC_URL.',
      );
    return 0;
  },
};

function clientsNamed(word: string | undefined): readonly Snippet[] {
  if (word === undefined) return CLIENTS;
  const plain = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
  const found = CLIENTS.filter(({ name }) => plain(name) === plain(word));
  if (found.length > 0) return found;
  const known = CLIENTS.map(({ name }) => name).join(', ');
  throw new UsageError(`There is no client ${JSON.stringify(word)} among: ${known}. Leave it out to see all of them.`);
}

function described({ name, write, link, signInOnly }: Snippet, place: Connection, byKey: Connection) {
  return { name, signIn: write(place), key: signInOnly ? null : write(byKey), link: link?.(place) ?? null };
}

function readable(client: Snippet, place: Connection, byKey: Connection): string {
  const { name, signIn, key, link } = described(client, place, byKey);
  const indented = (text: string) => text.replaceAll(/^(?=.)/gm, '    ');
  return [
    name,
    '  By sign-in:',
    indented(signIn),
    ...(link ? ['  In one click:', indented(link)] : []),
    ...(key ? ['  By key:', indented(key)] : ['  Takes no key.']),
  ].join('\n');
}
