import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { contentsOf, NO_CONTENTS } from '../../resources/containers/contents.ts';
import { type AnyObject, objectsIn } from '../../resources/objects/any-object.ts';
import { codeParameter } from '../../resources/objects/custom-code.ts';
import { type Difference, differencesBetween } from '../../resources/objects/difference.ts';
import { namesIn } from '../../resources/objects/names.ts';
import type { Version } from '../../wire.ts';

/** One object that is another in what goes out than in what is live. */
export type Outgoing = Omit<Difference, 'kind'> & {
  kind: string;
  /** Runs in the browsers of visitors, whole. */
  code?: string;
  /** Who changed it, as far as known. */
  by?: string;
};
export const OutgoingOutput = z
  .looseObject({ words: z.string() })
  .describe(
    'Also change, kind, id, name, fields {field: {from, to}}, code (runs in browsers of visitors, whole), by (who, as far as known)',
  );

/** What changes for visitors when `next` takes the place of `live`. Without a live version everything is added. */
export async function outgoingOf(live: Version | undefined, next: Version): Promise<Outgoing[]> {
  const [before, after] = [live ? contentsOf(live) : NO_CONTENTS, contentsOf(next)];
  const names = { before: namesIn(before), after: namesIn(after) };
  const found = await differencesBetween(before, after, names);
  const objects = objectsIn(after);
  const shown = found.map((one) => {
    const code = codeIn(objects.get(`${one.kind} ${one.id}`));
    return { ...one, ...(code !== undefined && { code }) };
  });
  return [...shown, ...configurations(live?.gtagConfig ?? [], next.gtagConfig)];
}

/** The values before and after by name, as a plan shows them: `tag "Chat" (4)`. */
export function asFields(outgoing: readonly Outgoing[]) {
  const side = ({ fields, by }: Outgoing, end: 'from' | 'to') => {
    const values = Object.entries(fields).map(([field, value]) => [field, value[end] ?? null]);
    return { ...Object.fromEntries(values), ...(end === 'to' && by !== undefined && { changed_by: by }) };
  };
  const before: Record<string, unknown> = {};
  const wanted: Record<string, unknown> = {};
  for (const one of outgoing) {
    const field = `${one.kind.replaceAll('_', ' ')} "${one.name}" (${one.id})`;
    before[field] = one.change === 'added' ? null : side(one, 'from');
    wanted[field] = one.change === 'deleted' ? null : side(one, 'to');
  }
  return { before, wanted };
}

/** The code of custom HTML, custom JavaScript and templates. */
function codeIn(one: AnyObject | undefined): string | undefined {
  if (one?.kind === 'template') return one.object.templateData;
  if (one?.kind !== 'tag' && one?.kind !== 'variable') return undefined;
  const code = codeParameter(one.kind, one.object.type);
  return one.object.parameter.find(({ key }) => key !== undefined && key === code)?.value;
}

/** Settings of Google tags, which no tool of ours changes. */
function configurations(live: Version['gtagConfig'], next: Version['gtagConfig']): Outgoing[] {
  const byId = (all: Version['gtagConfig']) =>
    new Map(all.map(({ gtagConfigId, type, parameter }) => [String(gtagConfigId), { type, parameter }]));
  const [before, after] = [byId(live), byId(next)];
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((id): Outgoing[] => {
    const [from, to] = [before.get(id), after.get(id)];
    if (isDeepStrictEqual(from, to)) return [];
    const change: Difference['change'] = !from ? 'added' : !to ? 'deleted' : 'updated';
    const fields = { settings: { ...(from && { from }), ...(to && { to }) } };
    return [
      { change, kind: 'google_tag_settings', id, name: id, words: `Google tag settings ${id} ${change}`, fields },
    ];
  });
}
