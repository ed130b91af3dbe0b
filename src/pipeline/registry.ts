import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Channel } from '../tools/channel.ts';
import type { Tool } from '../tools/define-tool.ts';

/** Everything found in the channel folders. */
export interface Registry {
  channels: readonly Channel[];
  /** Tools by the address they are served at, in alphabetical order, so that lists never change by chance. */
  byAddress: ReadonlyMap<string, readonly Tool[]>;
}

/** Reads the folders: a channel is a folder with `channel.ts`, a tool is a file in its `tools/`. There is no list to edit. */
export async function discover(channelsFolder: string): Promise<Registry> {
  const folders = (await readdir(channelsFolder, { withFileTypes: true }))
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  const found = await Promise.all(folders.map((name) => loadChannel(join(channelsFolder, name))));
  const byAddress = new Map<string, Tool[]>();
  for (const { channel, tools } of found) {
    const address = channel.servedAt ?? channel.name;
    byAddress.set(
      address,
      [...(byAddress.get(address) ?? []), ...tools].sort((a, b) => (a.name < b.name ? -1 : 1)),
    );
  }
  return { channels: found.map(({ channel }) => channel), byAddress };
}

async function loadChannel(folder: string): Promise<{ channel: Channel; tools: Tool[] }> {
  const { channel } = (await load(join(folder, 'channel.ts'))) as { channel: Channel };
  const files = (await readdir(join(folder, 'tools')).catch(() => []))
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .sort();
  const modules = await Promise.all(files.map((file) => load(join(folder, 'tools', file))));
  return { channel, tools: modules.map((module) => (module as { default: Tool }).default) };
}

function load(file: string): Promise<unknown> {
  return import(pathToFileURL(file).href);
}
