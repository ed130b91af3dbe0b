import type { ToolContext } from '../../../../tools/define-tool.ts';
import type { TagsClient } from '../../client.ts';
import { type Contents, draftContents, NO_CONTENTS } from '../containers/contents.ts';
import { requireCustomCode } from '../objects/custom-code.ts';
import { type Names, namesIn } from '../objects/names.ts';
import { type GivenParameters, UNREAD_NAMES } from '../objects/object-arguments.ts';
import { checkName, checkReferences, openDraft, renameWarnings, type WhereGiven } from './draft-work.ts';
import { readObject, updateObject, type Written, type WrittenKind } from './object-store.ts';

interface Asked<K extends WrittenKind, Change> {
  kind: K;
  id: string;
  where: WhereGiven;
  /** As the caller read it. */
  fingerprint: string | undefined;
  change: Change;
  /** Fields that name nothing else in the draft: for these alone the draft is not read. */
  ownFields: readonly (keyof Change)[];
  merged(before: Written[K], change: Change, contents: Contents): Written[K];
  shown(object: Written[K], names: Names): Record<string, unknown>;
}

/** Changes one object of a draft: read, merged, checked against the rest of the draft, sent back whole and read again. */
export async function changeObject<
  K extends WrittenKind,
  Change extends { name?: string | undefined; parameters?: GivenParameters | undefined },
>(asked: Asked<K, Change>, context: ToolContext<TagsClient>) {
  const { kind, id, where, fingerprint, change, ownFields, merged } = asked;
  const { client } = context;
  const { draft } = await openDraft(where, context);
  const before = (await readObject(client, draft, kind, id)) as Written[K];
  requireCustomCode(context, before.type, change.parameters);
  const isRead = Object.entries(change).some(
    ([field, value]) => value !== undefined && !ownFields.includes(field as keyof Change),
  );
  const contents = isRead ? await draftContents(client, draft) : NO_CONTENTS;
  const names = isRead ? namesIn(contents) : UNREAD_NAMES;
  const next = merged(before, change, contents);
  if (isRead) checkReferences(next, contents, before);
  if (change.name !== undefined) checkName(kind, change.name, contents, { ...where, tag_workspace_id: draft.id }, id);
  const { after, report } = await updateObject({
    ...{ client, draft, kind, id, before, next, fingerprint },
    shown: (object: Written[K]) => asked.shown(object, names),
  });
  const warnings = await renameWarnings(kind, id, before.name, next.name, contents);
  return { after, told: { ...report, tag_workspace_id: draft.id, ...(warnings.length > 0 && { warnings }) } };
}
