import type { Principal } from '../auth/key-records.ts';
import type { Tool } from '../tools/define-tool.ts';
import type { Pipeline } from './call.ts';

/** How a caller narrowed the tool list, besides what its key may do. */
export interface Narrowing {
  readOnly: boolean;
  /** Empty: the default ones are listed and every tool can be called. Named: only those, in both; `all` names every one. */
  toolsets: readonly string[];
  /** At the address of all channels, the channels whose tools are listed and called by name; `all` names every one. */
  channels: readonly string[];
}

/** A key for a channel that spends may stop it, though the tool that does so belongs to no channel. */
export function mayCall(
  { admission, tools }: Pick<Pipeline, 'admission' | 'tools'>,
  principal: Principal,
  { channel, stopsSpending }: Tool,
): boolean {
  if (admission.mayUse(principal, channel.name)) return true;
  if (!stopsSpending || principal.readOnly) return false;
  return tools.some((tool) => tool.channel.stopping && admission.mayUse(principal, tool.channel.name));
}

export function isVisible(tool: Tool, readOnly: boolean, narrowing: Narrowing): boolean {
  if (readOnly && tool.access !== 'read') return false;
  return narrowing.toolsets.length === 0 ? isListed(tool) : isInToolsets(tool, narrowing);
}

export function isInToolsets(tool: Tool, { toolsets }: Narrowing): boolean {
  return toolsets.length === 0 || toolsets.includes('all') || toolsets.includes(tool.toolset);
}

/** Whether a tool is in the list of a caller who named no toolsets. */
export function isListed({ channel, toolset }: Tool): boolean {
  return channel.defaultToolsets?.includes(toolset) ?? true;
}
