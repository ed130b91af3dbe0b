import { readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Channel } from '../tools/channel.ts';
import type { Tool } from '../tools/define-tool.ts';

/** What a source file's name ends with: `.ts` in a clone, `.js` in the npm package. */
const SOURCE = extname(import.meta.filename);

/** Everything found in the channel folders. */
export interface Registry {
  channels: readonly Channel[];
  /** Tools by the address they are served at, in alphabetical order, so that lists never change by chance. */
  byAddress: ReadonlyMap<string, readonly Tool[]>;
}

/** Reads the folders: a channel is a folder with `channel.ts`, a tool is a file in its `tools/`. There is no list to edit. */
export async function discover(channelsFolder: string): Promise<Registry> {
  const found = await Promise.all((await channelFolders(channelsFolder)).map(loadChannel));
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

/**
 * Has all tools read as what one module imports, so that `discover` finds them read. For each import of its own Node walks
 * through everything that it leads to: for all of them that is a tenth of the start. Not for tests, whose runner loads
 * modules in a way of its own and would meet these a second time.
 */
export async function readAtOnce(channelsFolder: string): Promise<void> {
  const files = await Promise.all((await channelFolders(channelsFolder)).map(toolFiles));
  const imports = files.flat().map((file) => `import ${JSON.stringify(pathToFileURL(file).href)};`);
  await import(`data:text/javascript,${encodeURIComponent(imports.join(''))}`);
}

async function channelFolders(channelsFolder: string): Promise<string[]> {
  const entries = await readdir(channelsFolder, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(channelsFolder, name))
    .sort();
}

async function toolFiles(folder: string): Promise<string[]> {
  const files = await readdir(join(folder, 'tools')).catch(() => []);
  return files
    .filter((file) => extname(file) === SOURCE && !file.endsWith(`.test${SOURCE}`))
    .map((file) => join(folder, 'tools', file))
    .sort();
}

async function loadChannel(folder: string): Promise<{ channel: Channel; tools: Tool[] }> {
  const channel = await load<Channel>(join(folder, `channel${SOURCE}`), 'channel', basename(folder));
  const tools = (await toolFiles(folder)).map((file) => load<Tool>(file, 'default', basename(file, SOURCE)));
  return { channel, tools: await Promise.all(tools) };
}

/** A file exports an object named like its folder or like itself; anything else is a mistake found at start. */
async function load<T extends { name: string }>(file: string, exported: string, name: string): Promise<T> {
  const { [exported]: found } = (await import(pathToFileURL(file).href)) as Record<string, T | undefined>;
  if (found?.name === name) return found;
  const seen = found ? `its name is "${found.name}"` : 'there is none';
  throw new Error(`${file}: the export \`${exported}\` has to have the name "${name}"; ${seen}.`);
}
