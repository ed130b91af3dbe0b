import { z } from 'zod';
import { Failure, invalidArguments } from '../../../../errors.ts';
import type { ToolContext } from '../../../../tools/define-tool.ts';
import type { ReadyCall } from '../../../../tools/ready-call.ts';
import type { TagsClient } from '../../client.ts';
import { type Place, placeOf } from '../containers/container.ts';
import type { Contents } from '../containers/contents.ts';
import { type Draft, draftOf } from '../containers/draft.ts';
import { referenceProblems } from '../objects/reference-checks.ts';
import { type Use, usesIn } from '../objects/references.ts';
import type { WrittenKind } from './object-store.ts';

type Context = Pick<ToolContext<TagsClient>, 'client' | 'account' | 'accountNamed' | 'accounts'>;

export interface WhereGiven {
  container_id: string;
  tag_workspace_id?: string | undefined;
}

/** The draft that a change goes into: named, or ours. */
export async function openDraft(
  { container_id, tag_workspace_id }: WhereGiven,
  context: Context,
): Promise<{ place: Place; draft: Draft }> {
  const place = await placeOf(container_id, context);
  return { place, draft: await draftOf(context.client, place, tag_workspace_id) };
}

/** The call that shows whether a change of a draft was made. */
export function lookAtDraft({ container_id, tag_workspace_id }: WhereGiven) {
  return { tool: 'get_tag_changes', arguments: { container_id, ...(tag_workspace_id && { tag_workspace_id }) } };
}

/** Beside it, where there are any: `warnings` and `next_steps`. */
export const madeReport = { tag_workspace_id: z.string().describe('Its draft') };

/** Refuses references that would break the draft or be empty. */
export function checkReferences(object: unknown, contents: Contents, before?: unknown): void {
  const problems = referenceProblems(object, contents, before);
  if (problems.length > 0) throw invalidArguments(problems);
}

interface Named {
  name: string;
}

/** The platform's own refusal of a taken name does not say which object has it. */
export function checkName(kind: WrittenKind, name: string, contents: Contents, where: WhereGiven, own?: string): void {
  const all: readonly (Named & Record<string, unknown>)[] = contents[`${kind}s`];
  const holder = all.find((one) => one.name === name && one[`${kind}Id`] !== own);
  const isBuiltIn = kind === 'variable' && contents.builtIns.some((one) => one.name === name);
  if (!holder && !isBuiltIn) return;
  const id = holder && String(holder[`${kind}Id`]);
  const who = holder ? `${kind} ${id}` : 'an enabled built-in variable';
  const call = JSON.stringify({ ...where, [`${kind}_id`]: id });
  throw new Failure({
    code: 'conflict',
    message: `The name "${name}" is taken in this draft by ${who}.`,
    problems: [{ field: 'name', message: `is taken by ${who}` }],
    nextStep: holder
      ? `Change that one with update_${kind} ${call}, or choose another name.`
      : `Refer to it as {{${name}}}, or choose another name.`,
  });
}

const NAMED_MAX = 10;

/** `tag 4 "Ads - purchase" (fires on)`, as many as a sentence holds. */
export function usesInWords(uses: readonly Use[]): string {
  const named = uses.slice(0, NAMED_MAX).map(({ kind, id, name, how }) => `${kind} ${id} "${name}" (${how})`);
  return `${named.join(', ')}${uses.length > NAMED_MAX ? ` and ${uses.length - NAMED_MAX} more` : ''}`;
}

/** References go by name and are not rewritten here, so the objects that still use the old name are listed. */
export async function renameWarnings(
  kind: WrittenKind,
  id: string,
  from: string,
  to: string,
  contents: Contents,
): Promise<string[]> {
  // Triggers are referred to by their ids.
  if (from === to || kind === 'trigger') return [];
  const uses = (await usesIn(contents)).of(kind, kind === 'tag' ? id : from);
  const named = uses.filter(({ how }) => kind === 'variable' || how !== 'fires on');
  if (named.length === 0) return [];
  const reference = kind === 'variable' ? `{{${from}}}` : `"${from}"`;
  return [
    `${named.length} still named ${reference} before this and may not find it now: ${usesInWords(named)}. Check them with preview_version, and change them to the new name.`,
  ];
}

/** After a change: look at it, then make a version, then publish. */
export function towardsVisitors({ container_id }: WhereGiven, draft: Draft): ReadyCall[] {
  const where = { container_id, tag_workspace_id: draft.id };
  return [
    { tool: 'get_tag_changes', arguments: where, purpose: 'See all that this draft changes, whoever changed it' },
    { tool: 'preview_version', arguments: where, purpose: 'Try whether it compiles; makes nothing' },
    { tool: 'create_version', arguments: where, purpose: 'Make a version of it; publish_version then takes it live' },
  ];
}
