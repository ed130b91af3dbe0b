import type { RecordedChange } from '../audit/recorded-changes.ts';
import type { Tool } from '../tools/define-tool.ts';
import type { ShownChange } from '../tools/history-desk.ts';
import type { Pipeline } from './call.ts';

export function toolOf({ tools }: Pipeline, { channel, tool }: RecordedChange): Tool | undefined {
  return tools.find((one) => one.channel.name === channel && one.name === tool);
}

const ACCOUNTS = /^(?:account_id|customer_id|advertiser_id|workspaceId)$/;
const NAMES = ['name', 'campaign_name', 'ad_group_name', 'ad_name', 'title', 'headline'];

/** What a change was about: what it answered with, or what its arguments name. */
export function objectIn({ args, ids, names }: RecordedChange): ShownChange['object'] {
  const named = Object.entries(args).find(
    ([field, value]) => /(?:^|_)id$/.test(field) && typeof value === 'string' && !ACCOUNTS.test(field),
  )?.[1];
  const [part, id = named] = Object.entries(ids)[0] ?? [];
  const told = part === undefined ? Object.values(names)[0] : names[part];
  const name = told ?? NAMES.map((field) => args[field]).find((value) => typeof value === 'string');
  return { ...(id !== undefined && { id: String(id) }), ...(name !== undefined && { name: String(name) }) };
}
