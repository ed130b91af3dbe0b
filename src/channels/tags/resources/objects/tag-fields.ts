import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../../errors.ts';
import { MomentOrNone, oneLine } from '../../../../tools/fields.ts';
import { Tag } from '../../wire.ts';
import type { Contents } from '../containers/contents.ts';
import { asNew } from '../containers/kinds.ts';
import { asShown, FolderGiven, type GivenParameters, Lookup, Notes, TriggerNames, word } from './object-arguments.ts';
import { mergedParameters, type Plain, plainOf } from './parameters.ts';
import { keyTypes, ownTemplateProblems, templateProblems } from './templates.ts';

const Sequenced = z.strictObject({
  name: oneLine(200).describe('Tag, by name or id'),
  stop: z.boolean().optional().describe('Stop when it fails'),
});

export const tagArguments = {
  fires_on: TriggerNames.optional().describe('Triggers, by id or name; also All Pages'),
  blocked_by: TriggerNames.optional().describe('Triggers'),
  paused: z.boolean().optional().describe('Never fires while true'),
  firing_option: word(['oncePerEvent', 'oncePerLoad', 'unlimited']).optional().describe('How often'),
  consent: z
    .strictObject({
      status: word(['notSet', 'notNeeded', 'needed']).describe('needed: fires only with types granted'),
      types: z.array(oneLine(50)).max(20).optional().describe('ad_storage, ad_user_data, …'),
    })
    .optional()
    .describe('Besides its own checks'),
  schedule: z
    .strictObject({
      from: MomentOrNone.optional().describe('With its zone, or "none"'),
      to: MomentOrNone.optional().describe('With its zone, or "none"'),
    })
    .optional()
    .describe('When it may fire'),
  priority: z.number().int().optional().describe('Higher fires first'),
  setup_tags: z.array(Sequenced).max(1).optional().describe('Fires before it'),
  teardown_tags: asShown('list', z.array(Sequenced).max(1)).optional().describe('Fires after it'),
  folder: FolderGiven,
  notes: Notes,
};
const AS_MADE = 'As in create_tag';

/** The same for a change, described where a tag is made. */
export const tagChangeArguments = {
  ...tagArguments,
  consent: asShown('object', tagArguments.consent.unwrap()).optional().describe(AS_MADE),
  schedule: asShown('object', tagArguments.schedule.unwrap()).optional().describe(AS_MADE),
  setup_tags: asShown('list', tagArguments.setup_tags.unwrap()).optional().describe(AS_MADE),
};
const TagGiven = z.object(tagArguments);

export type TagChange = z.output<typeof TagGiven> & {
  name?: string | undefined;
  parameters?: GivenParameters | undefined;
  allow_unknown_parameters?: boolean | undefined;
  add_fires_on?: string[] | undefined;
  remove_fires_on?: string[] | undefined;
  add_blocked_by?: string[] | undefined;
  remove_blocked_by?: string[] | undefined;
};

/** What a visitor has to have agreed to before an ad platform's code may run. */
export const AD_CONSENT: readonly string[] = ['ad_storage', 'ad_user_data'];

export const consentProblems = ({ consent }: { consent?: TagChange['consent'] }): Problem[] => {
  if (!consent) return [];
  const some = (consent.types?.length ?? 0) > 0;
  if (consent.status === 'needed' && !some)
    return [{ field: 'consent.types', message: 'is required with status needed, such as ["ad_storage"]' }];
  return consent.status !== 'needed' && some
    ? [{ field: 'consent.types', message: `cannot be combined with status ${consent.status}` }]
    : [];
};

/** A tag with changes merged over it; every problem at once. */
export function changedTag(before: Tag, change: TagChange, contents: Contents): Tag {
  const lookup = new Lookup(contents);
  const { parameters = {}, consent } = change;
  const parameter = mergedParameters(before.parameter, parameters, keyTypes('tag', before.type));
  const next: Tag = {
    ...before,
    ...(change.name !== undefined && { name: change.name }),
    parameter,
    firingTriggerId: triggersAfter(lookup, before.firingTriggerId, change, 'fires_on'),
    blockingTriggerId: triggersAfter(lookup, before.blockingTriggerId, change, 'blocked_by'),
    ...(change.paused !== undefined && { paused: change.paused }),
    ...(change.firing_option && { tagFiringOption: change.firing_option }),
    ...(consent && { consentSettings: { ...before.consentSettings, ...consentSettings(consent) } }),
    ...(change.priority !== undefined && { priority: { type: 'integer', value: String(change.priority) } }),
    ...(change.setup_tags && { setupTag: sequence(lookup, 'setup_tags', change.setup_tags, 'stopOnSetupFailure') }),
    ...(change.teardown_tags && {
      teardownTag: sequence(lookup, 'teardown_tags', change.teardown_tags, 'stopTeardownOnFailure'),
    }),
    ...(change.notes !== undefined && { notes: change.notes }),
  };
  if (consent && consent.status !== 'needed') delete next.consentSettings?.consentType;
  setTime(next, 'scheduleStartMs', change.schedule?.from);
  setTime(next, 'scheduleEndMs', change.schedule?.to);
  if (change.folder !== undefined) setFolder(next, lookup.folder(change.folder));
  const plain = plainOf(parameter);
  const problems = [
    ...lookup.problems,
    ...templateProblems({
      ...{ kind: 'tag', type: before.type, parameters: plain, allowUnknown: change.allow_unknown_parameters },
      given: Object.keys(parameters).filter((key) => parameters[key] !== null),
      isTouched: before.tagId === '' || Object.keys(parameters).length > 0,
    }),
    ...measurementProblems(next, parameters, contents),
    ...scheduleProblems(next, change),
  ];
  if (problems.length > 0) throw invalidArguments(problems);
  return next;
}

/** A new tag as the platform is sent it. */
export function newTag(name: string, type: string, change: TagChange, contents: Contents) {
  const problems = ownTemplateProblems(type, contents.templates);
  if (problems.length > 0) throw invalidArguments(problems);
  const blank = Tag.parse({ tagId: '', name, type, consentSettings: { consentStatus: 'notSet' } });
  return asNew('tag', changedTag(blank, change, contents));
}

function triggersAfter(
  lookup: Lookup,
  held: readonly string[],
  change: TagChange,
  field: 'fires_on' | 'blocked_by',
): string[] {
  const set = change[field] ? lookup.triggers(field, change[field]) : held;
  const added = lookup.triggers(`add_${field}`, change[`add_${field}`] ?? []);
  const removed = (change[`remove_${field}`] ?? []).flatMap((one) =>
    held.includes(one) ? [one] : lookup.triggers(`remove_${field}`, [one]),
  );
  return [...new Set([...set, ...added])].filter((id) => !removed.includes(id));
}

/** The kinds of consent that a tag waits for. */
export function consentTypes({ consentSettings: settings }: Tag): string[] {
  return settings?.consentType?.list?.map(({ value = '' }) => value) ?? [];
}

export function consentSettings({ status, types = [] }: NonNullable<TagChange['consent']>) {
  const list = types.map((value) => ({ type: 'template', value }));
  return { consentStatus: status, ...(list.length > 0 && { consentType: { type: 'list', list } }) };
}

function sequence(lookup: Lookup, field: string, given: readonly z.output<typeof Sequenced>[], flag: string) {
  return given.map(({ name, stop }, at) => ({
    tagName: lookup.tag(`${field}.${at}.name`, name),
    ...(stop !== undefined && { [flag]: stop }),
  }));
}

function setTime(tag: Tag, field: 'scheduleStartMs' | 'scheduleEndMs', moment: string | undefined): void {
  if (moment === 'none') delete tag[field];
  else if (moment !== undefined) tag[field] = String(Date.parse(moment));
}

function scheduleProblems({ scheduleStartMs: from, scheduleEndMs: to }: Tag, { schedule }: TagChange): Problem[] {
  if (!schedule || from === undefined || to === undefined || Number(from) < Number(to)) return [];
  const at = (ms: string) => new Date(Number(ms)).toISOString();
  return schedule.to === undefined
    ? [{ field: 'schedule.from', message: `must be before schedule.to (${at(to)})` }]
    : [{ field: 'schedule.to', message: `must be after schedule.from (${at(from)})` }];
}

export function setFolder(object: { parentFolderId?: string | undefined }, folder: string | undefined): void {
  if (folder === undefined) delete object.parentFolderId;
  else object.parentFolderId = folder;
}

/** `measurementId` is the name of a Google tag: a wrong one is answered by the platform with another key's name. */
function measurementProblems({ type }: Tag, parameters: GivenParameters, { tags }: Contents): Problem[] {
  const named: Plain | null | undefined = parameters.measurementId;
  if (type !== 'gaawe' || typeof named !== 'string' || /^(G|AW|GT)-|\{\{/i.test(named)) return [];
  const google = tags.filter((tag) => ['googtag', 'gaawc'].includes(tag.type)).map(({ name }) => name);
  if (google.includes(named)) return [];
  const there = google.length > 0 ? `; there are: ${google.join(', ')}` : '';
  return [{ field: 'parameters.measurementId', message: `is the name of no Google tag of this draft${there}` }];
}
