import { Failure } from '../../../../errors.ts';
import { ifNotFound } from '../../../../tools/not-found.ts';
import type { TagsClient } from '../../client.ts';
import type { Version } from '../../wire.ts';
import { type Place, supported } from '../containers/container.ts';
import { listedObjects } from '../containers/contents.ts';
import { type Draft, unknownDraft } from '../containers/draft.ts';
import { liveOrNone } from '../containers/version.ts';
import { builtInType, isAlwaysThere } from '../objects/built-ins.ts';
import { variablesIn } from '../objects/references.ts';

/** A draft compiled for a look, with every newer version taken in; the draft itself stays as it is. */
export type DraftPreview =
  | { state: 'compiles'; version: Version }
  | { state: 'conflict' | 'fails'; version?: undefined };

async function previewOf(client: TagsClient, place: Place, draft: Draft): Promise<DraftPreview> {
  const reply = await supported(client, place, 'supportWorkspaces', () =>
    client.preview(draft.path).catch(ifNotFound((refusal) => unknownDraft(draft, refusal))),
  );
  const { containerVersion, compilerError, syncStatus } = reply;
  if (syncStatus?.mergeConflict) return { state: 'conflict' };
  return containerVersion && !compilerError ? { state: 'compiles', version: containerVersion } : { state: 'fails' };
}

/** What a draft would put in the place of what is live. */
export async function previewAndLive(client: TagsClient, place: Place, draft: Draft) {
  const [preview, live] = await Promise.all([previewOf(client, place, draft), liveOrNone(client, place)]);
  return { preview, live };
}

/** The platform tells no reason for a compiler error: what is known to cause one is looked for. */
export async function likelyCauses(client: TagsClient, draft: Draft): Promise<string[]> {
  const { tags, triggers, variables } = await listedObjects(client, draft);
  const kinds = { tag: tags, trigger: triggers, variable: variables } as const;
  const names = new Set(variables.map(({ name }) => name));
  return Object.entries(kinds).flatMap(([kind, objects]) => [
    ...objects.flatMap((object) =>
      variablesIn(object)
        .filter((name) => !names.has(name) && !isAlwaysThere(name) && !builtInType(name) && !builtInType(name, true))
        .map((name) => `${kind} "${object.name}" refers to {{${name}}}, which is no variable of the draft`),
    ),
    ...twice(objects.map(({ name }) => name)).map((name) => `several objects of the kind ${kind} are named "${name}"`),
  ]);
}

function twice(names: readonly string[]): string[] {
  return [...new Set(names.filter((name, at) => names.indexOf(name) !== at))];
}

export function uncompiled(causes: readonly string[]): Failure {
  const why = causes.length > 0 ? `Likely because ${causes.join('; ')}.` : 'The platform tells no reason.';
  return new Failure({
    code: 'conflict',
    message: `The draft does not compile, so that no version was made, and is kept. ${why}`,
    nextStep:
      causes.length > 0
        ? 'Mend what is named (update_tag, create_variable, …), look with preview_version, then make the version.'
        : 'Take back the last changes with revert_tag_object, one by one, and look with preview_version until it compiles.',
    outcome: 'not_applied',
  });
}
