import { Failure } from '../../errors.ts';
import type { MediaPlanMember } from '../../plans/media-plan.ts';
import type { Tool } from '../../tools/define-tool.ts';

/** A call's arguments with the ids that earlier calls have made in their places, and with the account it is about. */
export function fullArguments(
  tool: Tool,
  { account, through = {} }: MediaPlanMember,
  given: Readonly<Record<string, unknown>>,
  idOf: (key: string) => string | undefined,
): Record<string, unknown> {
  const argument = tool.channel.account?.argument;
  const shared = Object.fromEntries(Object.entries(through).filter(([name]) => tool.sharedInput.includes(name)));
  return {
    ...shared,
    ...(tool.needsAccount && argument !== undefined && { [argument]: account }),
    ...(withMadeIds(given, idOf) as Record<string, unknown>),
  };
}

function withMadeIds(value: unknown, idOf: (key: string) => string | undefined): unknown {
  if (Array.isArray(value)) return value.map((one) => withMadeIds(one, idOf));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const [name, key] = entries.length === 1 ? entries[0]! : [];
  if (name !== 'made' || typeof key !== 'string')
    return Object.fromEntries(entries.map(([inner, one]) => [inner, withMadeIds(one, idOf)]));
  const id = idOf(key);
  if (id !== undefined && id !== '') return id;
  throw new Failure({
    code: 'conflict',
    message: `What this belongs to (${key}) has no id, so that nothing can be made in it.`,
    nextStep: 'Look at the campaign on its platform, then make a new plan from the sheet.',
  });
}

/** The id in a reply, by the path that the channel named. */
export function idIn(reply: unknown, path: readonly string[]): string | undefined {
  let value = reply;
  for (const name of path) value = (value as Record<string, unknown> | null | undefined)?.[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}
