import type { Registry } from '../pipeline/registry.ts';
import type { Tool } from '../tools/define-tool.ts';

/** The addresses that access can be given for, with the channels whose tools each serves. */
export function protectedResources({ channels, byAddress }: Registry, pathNames: readonly string[]) {
  const allChannels = channels.map(({ name }) => name);
  const at = (address: string, tools: readonly Tool[]): [string, readonly string[]] => [
    `/${address}/mcp`,
    [...new Set(tools.map(({ channel }) => channel.name))],
  ];
  const own = [...byAddress].map(([address, tools]) => at(address, tools));
  const renamed = pathNames.flatMap((pair) => {
    const [address = '', name = ''] = pair.split('=');
    const tools = byAddress.get(address);
    return tools ? [at(name, tools)] : [];
  });
  return { allChannels, channelsAt: new Map([['/mcp', allChannels], ...own, ...renamed]) };
}
