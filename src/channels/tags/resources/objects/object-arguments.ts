import { z } from 'zod';
import type { Problem } from '../../../../errors.ts';
import { nearest } from '../../../../tools/did-you-mean.ts';
import { oneLine, text } from '../../../../tools/fields.ts';
import { isFilledIn, NOT_FILLED_IN } from '../../../../tools/ready-call.ts';
import { type Folder, Parameter, type Trigger } from '../../wire.ts';
import { ContainerId } from '../containers/container.ts';
import type { Contents } from '../containers/contents.ts';
import { DraftId } from '../containers/draft.ts';
import { BUILT_IN_TRIGGERS } from './built-ins.ts';
import type { Names } from './names.ts';
import { type Plain, plainOf } from './parameters.ts';

export const whereArguments = { container_id: ContainerId, tag_workspace_id: DraftId };

const PLAIN = 'must be text, a number, true or false, or lists and objects of these';

function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (typeof value === 'object' && value !== null) return Object.values(value).every(isPlain);
  return ['string', 'number', 'boolean'].includes(typeof value);
}

/** Lists of typed parameters, as in the platform's replies and export files, are taken for the plain object that they stand for. */
function fromTyped(given: unknown): unknown {
  const { success, data } = z.array(Parameter).safeParse(given);
  return success && data.every(({ key }) => key !== undefined) ? plainOf(data.map(lowerTypes)) : given;
}

/** Export files write `TEMPLATE`, `TAG_REFERENCE`; the platform takes `template`, `tagReference`. */
function lowerTypes({ type, list, map, ...rest }: Parameter): Parameter {
  return {
    ...rest,
    type: fromCapitals(type),
    ...(list && { list: list.map(lowerTypes) }),
    ...(map && { map: map.map(lowerTypes) }),
  };
}

/** `CUSTOM_EVENT` of an export file is `customEvent`; anything else stays. */
export function fromCapitals(word: string): string {
  if (!/^[A-Z][A-Z_]*$/.test(word)) return word;
  return word.toLowerCase().replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
}

const values = (valid: (value: unknown) => boolean, message: string) =>
  z.preprocess(
    fromTyped,
    z.record(
      z.string(),
      z
        .unknown()
        .refine(valid, message)
        .refine((value) => typeof value !== 'string' || isFilledIn(value), NOT_FILLED_IN),
    ),
  );

export const NewParameters = values(isPlain, PLAIN).describe('By key: {"conversionId": "123", "html": "…"}');
export const ChangedParameters = values((value) => value === null || isPlain(value), `${PLAIN}, or null`).describe(
  'Merged by key; null removes one',
);
export type GivenParameters = Readonly<Record<string, Plain | null>>;

export const Name = oneLine(200).describe('Unique in the draft');
export const Notes = text(10_000, 0).optional().describe('Empty: none');
export const FolderGiven = oneLine(200).optional().describe('Id or name; "none"');
export const Fingerprint = z
  .string()
  .refine((value) => /^\d{1,20}$/.test(value), 'must be the fingerprint as it was read')
  .optional()
  .describe('As read: refused if changed since');
export const TriggerNames = z.array(oneLine(200)).max(100);

const Fields = z.record(z.string(), z.unknown());

/** A schema that the tool list shows elsewhere already: here only that it is the same. */
export function asShown<T extends z.ZodType>(form: 'list' | 'object', schema: T): T {
  const shown: z.ZodType = form === 'list' ? z.array(Fields) : Fields;
  return shown.pipe(schema) as unknown as T;
}

/** Objects in answers, described once, where all of them are shown. */
export const asInContainer = z.looseObject({}).describe('As in get_container; warnings beside it');
export const AllowUnknown = z.boolean().optional().describe('Also keys that we do not know');

/** Enum words of the platform, also as export files write them. */
export function word<const T extends readonly [string, ...string[]]>(words: T) {
  return z.preprocess((given) => (typeof given === 'string' ? fromCapitals(given) : given), z.enum(words));
}

/** Names of what was not read, for an answer about one object. */
export const UNREAD_NAMES: Names = {
  triggerName: (id) => BUILT_IN_TRIGGERS[id] ?? `trigger ${id}`,
  triggerOf: () => undefined,
  folderOf: () => undefined,
  templateOf: () => undefined,
};

/** Collects what is wrong while names are looked up, so that all of it is told at once. */
export class Lookup {
  readonly problems: Problem[] = [];
  readonly contents: Contents;

  constructor(contents: Contents) {
    this.contents = contents;
  }

  /** Ids of the triggers that are named by id or name. */
  triggers(field: string, given: readonly string[]): string[] {
    return [...new Set(given.flatMap((one, at) => this.#trigger(`${field}.${at}`, one)))];
  }

  #trigger(field: string, given: string): string[] {
    const { triggers } = this.contents;
    const byId = (id: string) => triggers.some(({ triggerId }) => triggerId === id) || id in BUILT_IN_TRIGGERS;
    if (/^\d+$/.test(given) && byId(given)) return [given];
    const own = triggers.find(({ name }) => name === given) ?? sameLetters(triggers, given);
    const [builtIn] = Object.entries(BUILT_IN_TRIGGERS).find(([, name]) => isSame(name, given)) ?? [];
    const id = own?.triggerId ?? builtIn;
    if (id !== undefined) return [id];
    const names = [...triggers.map(({ name }) => name), ...Object.values(BUILT_IN_TRIGGERS)];
    const isTag = this.contents.tags.some(({ tagId, name }) => tagId === given || name === given);
    this.#missing(field, 'trigger', given, names, isTag ? '; it is a tag' : '');
    return [];
  }

  /** The folder's id; undefined for none. */
  folder(given: string): string | undefined {
    if (given === 'none') return undefined;
    const { folders } = this.contents;
    const found = folders.find(({ folderId }) => folderId === given) ?? sameLetters<Folder>(folders, given);
    const names = folders.map(({ name }) => name);
    if (!found) this.#missing('folder', 'folder', given, names);
    return found?.folderId;
  }

  /** The name of a tag that is named by id or name. */
  tag(field: string, given: string): string {
    const { tags } = this.contents;
    const found = tags.find(({ name }) => name === given) ?? tags.find(({ tagId }) => tagId === given);
    const names = tags.map(({ name }) => name);
    if (!found) this.#missing(field, 'tag', given, names);
    return found?.name ?? given;
  }

  #missing(field: string, kind: string, given: string, names: readonly string[], more = ''): void {
    const meant = nearest(given, names);
    const hint = meant ? `; did you mean "${meant}"?` : '';
    this.problems.push({ field, message: `is no ${kind} of this draft: "${given}"${more}${hint}` });
  }
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();
function sameLetters<T extends Trigger | Folder>(all: readonly T[], given: string): T | undefined {
  const fitting = all.filter(({ name }) => isSame(name, given));
  return fitting.length === 1 ? fitting[0] : undefined;
}
