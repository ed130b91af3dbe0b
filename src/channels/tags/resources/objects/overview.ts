import { z } from 'zod';
import { Turns } from '../../../../event-loop/turns.ts';
import type { Template } from '../../wire.ts';
import type { Contents } from '../containers/contents.ts';
import { enabledBuiltIns } from './built-ins.ts';
import { namesIn, templateTypes } from './names.ts';
import {
  type Detail,
  shownTag,
  shownTrigger,
  shownVariable,
  TagOutput,
  TriggerOutput,
  VariableOutput,
} from './object-view.ts';
import { type Uses, usesIn } from './references.ts';

export const LISTS = ['tags', 'triggers', 'variables', 'folders', 'templates', 'others'] as const;
export type List = (typeof LISTS)[number];

const Named = z.array(z.looseObject({ name: z.string() })).optional();

export const overviewOutput = {
  counts: z.record(z.string(), z.number()).describe('Of each kind, after filters'),
  tags: z.array(TagOutput).optional(),
  triggers: z.array(TriggerOutput).optional(),
  variables: z.array(VariableOutput).optional(),
  built_in_variables: z.array(z.string()).optional().describe('Enabled ones'),
  folders: Named,
  templates: Named,
  others: Named.describe('Zones, clients, transformations'),
};

interface Part extends Detail {
  lists: readonly List[];
  /** Of each list, where it begins and how many are shown. */
  from: number;
  size: number;
}

/** A part of a container, by names: what fires each tag, and what uses each variable. */
export async function overviewOf(whole: Contents, chosen: Contents, { lists, from, size, textMax }: Part) {
  const names = namesIn(whole);
  const uses = await usesIn(whole);
  const turns = new Turns();
  const detail = textMax === undefined ? {} : { textMax };
  const cut = <T>(list: List, items: readonly T[]) => (lists.includes(list) ? items.slice(from, from + size) : []);
  const shown = {
    tags: await turns.map(cut('tags', chosen.tags), (tag) => shownTag(tag, names, detail)),
    triggers: await turns.map(cut('triggers', chosen.triggers), (trigger) => ({
      ...shownTrigger(trigger, names, detail),
      ...firedTags(uses, trigger.triggerId),
    })),
    variables: await turns.map(cut('variables', chosen.variables), (variable) => ({
      ...shownVariable(variable, names, detail),
      used_by: usersOf(uses, variable.name),
    })),
    folders: cut('folders', chosen.folders).map(({ folderId, name, notes }) => ({
      folder_id: folderId,
      name,
      ...(notes && { notes }),
    })),
    templates: cut('templates', chosen.templates).map(shownTemplate),
    others: cut('others', chosen.others).map(({ kind, id, object }) => ({ kind, id, name: object.name })),
  };
  const counts = Object.fromEntries(lists.map((list) => [list, chosen[list].length]));
  return {
    counts,
    ...Object.fromEntries(
      lists.filter((list) => list === 'tags' || counts[list]! > 0).map((list) => [list, shown[list]]),
    ),
    ...(lists.includes('variables') && from === 0 && { built_in_variables: enabledBuiltIns(whole) }),
    hasMore: lists.some((list) => chosen[list].length > from + size),
  };
}

function firedTags(uses: Uses, id: string) {
  const byHow = (how: string) => uses.of('trigger', id).flatMap((use) => (use.how === how ? [use.name] : []));
  const [fires, blocks] = [byHow('fires on'), byHow('blocked by')];
  return { fires, ...(blocks.length > 0 && { blocks }) };
}

function usersOf(uses: Uses, variable: string): string[] {
  return uses.of('variable', variable).map(({ kind, name }) => `${kind} ${name}`);
}

/** Code of templates is long; its first words tell nothing. */
function shownTemplate(template: Template) {
  const { templateId, name, galleryReference: gallery } = template;
  return { template_id: templateId, name, types: templateTypes(template), ...(gallery && { gallery }) };
}
