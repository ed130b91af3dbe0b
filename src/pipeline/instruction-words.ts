import { inWords, type Principal } from '../auth/key-records.ts';
import type { Channel } from '../tools/channel.ts';
import type { Tool } from '../tools/define-tool.ts';
import { isListed } from './tool-selection.ts';

export function onlyToStop(principal: Principal, tools: readonly Tool[]): string {
  const names = tools.map(({ name }) => name).join(', ');
  return `${inWords(principal)} may call only ${names} here; its other tools are at the addresses of its channels: ${principal.channels?.join(', ')}.`;
}

export function aboutStopping(tools: readonly Tool[]): string {
  if (tools.length === 0) return '';
  const names = tools.map(({ name }) => name).join(', ');
  return ` ${names} can be called here as well, without arguments: it pauses everything that spends on every channel that the key may use.`;
}

/** What a model would otherwise never learn of. */
export function aboutUnlisted(tools: readonly Tool[], nameOf = ({ name }: Tool) => name): string {
  const groups = [
    ...Map.groupBy(
      tools.filter((tool) => !isListed(tool)),
      ({ toolset }) => toolset,
    ),
  ];
  if (groups.length === 0) return '';
  const named = groups.map(([toolset, members]) => `${toolset} (${members.map(nameOf).join(', ')})`);
  return ` Not in the tool list, though they can be called: ${named.join('; ')}. To list them, add ?toolsets=all or ?toolsets=${groups.map(([toolset]) => toolset).join(',')} to the address.`;
}

/** How the tools that are not listed are reached. */
export function aboutFinding(channels: readonly Channel[], readOnly: boolean): string {
  const named = channels
    .filter(({ needsConnection }) => needsConnection)
    .map(({ name, title }) => `${name} (${title})`)
    .join(', ');
  const calls = readOnly ? 'call_read_tool' : 'call_read_tool or call_write_tool';
  const made = readOnly ? '' : ' Everything is created paused and spends nothing before it is switched on.';
  return `All channels at one address: ${named}. Say to find_tools in plain words what has to be done; it answers with names and input schemas, which ${calls} calls. What is about all channels is listed by itself.${made} Money is in major units of the account's currency; rates are fractions. To have tools listed plainly instead, add ?channels= with some of these names to the address.`;
}
