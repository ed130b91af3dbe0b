import { z } from 'zod';
import { Failure } from '../../../../errors.ts';
import { oneLine } from '../../../../tools/fields.ts';
import { notFound } from '../../../../tools/not-found.ts';
import type { TagsClient } from '../../client.ts';
import { isServerContainer, type Place } from '../containers/container.ts';
import type { Contents } from '../containers/contents.ts';
import { ANY_KINDS, type AnyKind } from '../objects/any-object.ts';
import { builtInType } from '../objects/built-ins.ts';
import { type Use, usesIn } from '../objects/references.ts';
import { usesInWords } from './draft-work.ts';

export const objectArguments = {
  kind: z.enum(ANY_KINDS).describe('Ids count within a kind'),
  id: oneLine(100).describe('Its id; of a built-in variable its name'),
};

/** What an id of a kind names; a built-in variable has its type for one. */
export async function idMeant(client: TagsClient, place: Place, kind: AnyKind, given: string): Promise<string> {
  const isBuiltIn = kind === 'built_in_variable';
  const number = /^\d{1,19}$/.test(given) ? given : undefined;
  const id = isBuiltIn ? builtInType(given, await isServerContainer(client, place)) : number;
  if (id !== undefined) return id;
  throw notFound({
    ...{ what: kind.replaceAll('_', ' '), id: given, field: 'id', where: 'this draft' },
    list: 'get_container',
  });
}

/** Who depends on an object; a folder only holds others, which stay without it. */
export async function usesOf(kind: AnyKind, id: string, name: string, contents: Contents): Promise<readonly Use[]> {
  const uses = await usesIn(contents);
  if (kind === 'variable' || kind === 'built_in_variable') return uses.of('variable', name);
  return kind === 'tag' || kind === 'trigger' || kind === 'template' ? uses.of(kind, id) : [];
}

/** Kinds that the platform keeps while they are in use, without saying by what. */
const KEPT_IN_USE: readonly AnyKind[] = ['trigger', 'template'];

/** Deleting what others depend on would break them in silence. */
export function refuseInUse(kind: AnyKind, id: string, name: string, uses: readonly Use[], isMeant: boolean): void {
  const isKept = KEPT_IN_USE.includes(kind);
  if (uses.length === 0 || (isMeant && !isKept)) return;
  const what = `${kind.replaceAll('_', ' ')} ${id} "${name}"`;
  const trigger = 'Take it off them first with update_tag {"remove_fires_on": …}, or delete them.';
  throw new Failure({
    code: 'conflict',
    message: `The ${what} is in use by ${usesInWords(uses)}. Nothing was deleted.`,
    problems: [{ field: 'id', message: `is in use by ${uses.length}: ${usesInWords(uses)}` }],
    nextStep: isKept
      ? `The platform refuses to delete it while it is used. ${kind === 'trigger' ? trigger : 'Change or delete them first.'}`
      : 'Change them first, or call again with "also_in_use": true to leave them broken.',
  });
}
