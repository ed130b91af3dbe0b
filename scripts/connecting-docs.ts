import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { Channel } from '../src/tools/channel.ts';
import { fieldsOf, type SignInWay } from '../src/tools/credentials.ts';
import { withSection } from './made-section.ts';

/** What each channel's connection holds: one page for all, and a section in each channel's README. */
export function connectingDocs(root: string, channels: readonly Channel[]): [string, string][] {
  const connected = channels.filter(({ credentials }) => credentials);
  return [
    [join(root, 'docs/connecting.md'), page(connected)],
    ...connected.map((channel): [string, string] => {
      const file = join(root, 'src/channels', channel.name, 'README.md');
      return [
        file,
        withSection(readFileSync(file, 'utf8'), 'the credentials in channel.ts', [
          '## Connecting',
          '',
          ...fieldsSection(channel),
        ]),
      ];
    }),
  ];
}

function page(channels: readonly Channel[]): string {
  return [
    '# Connecting a workspace to a platform',
    '',
    'Made from the channels by `npm run docs`; do not edit by hand. The credentials stand in a JSON file, one object of the',
    'fields below. `adhelm connect` checks them, asks the platform who this is, shows the accounts, and only then seals them in',
    'the store: what the platform refuses is not stored. Delete the file afterwards. `adhelm doctor` asks every connection again.',
    'With `--sandbox` the connection leads to the running sandbox; without `--credentials` as one of the companies it was made with.',
    ...channels.flatMap((channel) => ['', `## ${channel.name}: ${channel.title}`, '', ...fieldsSection(channel)]),
    '',
  ].join('\n');
}

function fieldsSection(channel: Channel): string[] {
  const { ways = [], options } = channel.credentials ?? {};
  return [
    '```',
    example(channel),
    '```',
    ...ways.flatMap((way) => ['', ...(ways.length > 1 ? [`${way.title}:`, ''] : []), ...wayTable(way)]),
    ...(options ? ['', 'Options:', '', ...fieldTable(options)] : []),
  ];
}

function example({ name, account, credentials }: Channel): string {
  const [option] = credentials?.options ? fieldsOf(credentials.options) : [];
  return [
    `adhelm connect ${name} --workspace Acme --credentials ${name}.json`,
    ...(account ? ['--account ID'] : []),
    ...(option ? [`--options ${option.name}=ID`] : []),
  ].join(' ');
}

function wayTable({ fields, ignored = [] }: SignInWay): string[] {
  const names = ignored.map((name) => `\`${name}\``).join(', ');
  return [...fieldTable(fields), ...(ignored.length > 0 ? ['', `Taken and not kept: ${names}.`] : [])];
}

function fieldTable(schema: z.ZodObject): string[] {
  const rows = fieldsOf(schema).map(({ name, meaning, isRequired, isSecret }) => {
    const label = isRequired ? `**\`${name}\`**` : `\`${name}\``;
    return `| ${label} | ${isSecret ? 'yes' : ''} | ${meaning.replaceAll('|', '\\|')} |`;
  });
  return ['| Field (**needed**) | Secret | Meaning |', '|---|---|---|', ...rows];
}
