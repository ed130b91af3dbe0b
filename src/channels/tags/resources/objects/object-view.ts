import { z } from 'zod';
import { clipped } from '../../../../text/clean-text.ts';
import type { Parameter, Tag, Trigger, Variable } from '../../wire.ts';
import { plainCondition } from './conditions.ts';
import { kindWords } from './kind-words.ts';
import type { Names } from './names.ts';
import { type Plain, plainOf } from './parameters.ts';
import { variablesIn } from './references.ts';
import { consentTypes } from './tag-fields.ts';
import { triggerWords } from './trigger-words.ts';

const FiredBy = z.array(z.looseObject({ trigger_id: z.string(), name: z.string() }));

const shared = { name: z.string(), type: z.string() };

export const TagOutput = z
  .looseObject({ tag_id: z.string(), paused: z.boolean(), fires_on: FiredBy, ...shared })
  .describe(
    'Also kind_in_words, parameters, blocked_by, consent {status, types}, uses (variables), setup_tags, folder, notes, fingerprint, shortened (parameters shown in part)',
  );
export type ShownTag = z.infer<typeof TagOutput>;

export const TriggerOutput = z
  .looseObject({ trigger_id: z.string(), when: z.string(), ...shared })
  .describe(
    'when: in words. Also filter, auto_event_filter, custom_event_filter, settings, fires, blocks (tags by name), folder, notes',
  );
export type ShownTrigger = z.infer<typeof TriggerOutput>;

export const VariableOutput = z
  .looseObject({ variable_id: z.string(), ...shared })
  .describe('Also kind_in_words, parameters, format, used_by, folder, notes');
export type ShownVariable = z.infer<typeof VariableOutput>;

/** `textMax`: longer parameters, such as custom HTML, are shown in part and named in `shortened`. */
export interface Detail {
  textMax?: number;
}

export function shownTag(tag: Tag, names: Names, detail: Detail = {}): ShownTag {
  const { consentSettings: consent, setupTag, teardownTag, priority } = tag;
  return given({
    tag_id: tag.tagId,
    name: tag.name,
    type: tag.type,
    kind_in_words: kindWords('tag', tag.type, names),
    paused: tag.paused,
    fires_on: tag.firingTriggerId.map((id) => firedBy(id, names)),
    blocked_by: filled(tag.blockingTriggerId.map((id) => firedBy(id, names))),
    ...parametersShown(tag.parameter, detail),
    uses: filled(variablesIn(tag)),
    consent: given({ status: consent?.consentStatus ?? 'notSet', types: filled(consentTypes(tag)) }),
    firing_option: tag.tagFiringOption,
    setup_tags: filled(setupTag.map(({ tagName, stopOnSetupFailure: stop }) => given({ name: tagName, stop }))),
    teardown_tags: filled(
      teardownTag.map(({ tagName, stopTeardownOnFailure: stop }) => given({ name: tagName, stop })),
    ),
    priority: priority?.value,
    live_only: tag.liveOnly || undefined,
    ...schedule(tag),
    ...common(tag, names),
  });
}

function firedBy(id: string, names: Names) {
  const trigger = names.triggerOf(id);
  return { trigger_id: id, name: names.triggerName(id), ...(trigger && { when: triggerWords(trigger, names) }) };
}

/** Fields of triggers that hold one parameter each. */
const CONDITIONS = {
  filter: 'filter',
  auto_event_filter: 'autoEventFilter',
  custom_event_filter: 'customEventFilter',
} as const;
const TOLD = new Set(['priority', 'parameter', ...Object.values(CONDITIONS)]);

export function shownTrigger(trigger: Trigger, names: Names, detail: Detail = {}): ShownTrigger {
  const settings = Object.entries(trigger).filter(([key, value]) => !TOLD.has(key) && isParameter(value));
  const { '': _, ...plain } = plainOf(settings.map(([key, value]) => ({ ...(value as Parameter), key })));
  return given({
    trigger_id: trigger.triggerId,
    name: trigger.name,
    type: trigger.type,
    when: triggerWords(trigger, names),
    ...Object.fromEntries(
      Object.entries(CONDITIONS).map(([shown, field]) => [shown, filled(trigger[field].map(plainCondition))]),
    ),
    settings: Object.keys(plain).length > 0 ? plain : undefined,
    ...parametersShown(trigger.parameter, detail),
    uses: filled(variablesIn(trigger).filter((name) => name !== '_event')),
    ...common(trigger, names),
  });
}

export function shownVariable(variable: Variable, names: Names, detail: Detail = {}): ShownVariable {
  const { enablingTriggerId: enabling, disablingTriggerId: disabling } = variable;
  return given({
    variable_id: variable.variableId,
    name: variable.name,
    type: variable.type,
    kind_in_words: kindWords('variable', variable.type, names),
    ...parametersShown(variable.parameter, detail),
    format: variable.formatValue && formatShown(variable.formatValue),
    uses: filled(variablesIn(variable)),
    enabled_by: filled(enabling.map((id) => firedBy(id, names))),
    disabled_by: filled(disabling.map((id) => firedBy(id, names))),
    ...schedule(variable),
    ...common(variable, names),
  });
}

/** Its conversions are parameters of their own. */
function formatShown(format: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(format).map(([key, value]) => [key, isParameter(value) ? plainOf([{ ...value, key }])[key] : value]),
  );
}

function common(object: Tag | Trigger | Variable, names: Names) {
  const folder = object.parentFolderId;
  return given({
    folder: names.folderOf(folder)?.name ?? folder,
    notes: object.notes || undefined,
    fingerprint: object.fingerprint,
  });
}

function schedule({ scheduleStartMs: from, scheduleEndMs: to }: { [field: string]: unknown }) {
  if (from === undefined && to === undefined) return {};
  return { schedule: given({ from: timeOf(from), to: timeOf(to) }) };
}

function timeOf(ms: unknown): string | undefined {
  const time = new Date(Number(ms ?? Number.NaN));
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

function parametersShown(parameters: readonly Parameter[], { textMax }: Detail) {
  if (parameters.length === 0) return {};
  const plain = plainOf(parameters);
  if (textMax === undefined) return { parameters: plain };
  const shortened: string[] = [];
  for (const [key, value] of Object.entries(plain)) {
    plain[key] = shortenedValue(value, textMax, () => shortened.includes(key) || shortened.push(key));
  }
  return { parameters: plain, ...(shortened.length > 0 && { shortened }) };
}

function shortenedValue(value: Plain, textMax: number, note: () => void): Plain {
  if (typeof value === 'string') {
    if (value.length <= textMax) return value;
    note();
    return `${clipped(value, textMax)} (${value.length} characters in all)`;
  }
  if (typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map((item: Plain) => shortenedValue(item, textMax, note));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortenedValue(item, textMax, note)]));
}

function isParameter(value: unknown): value is Parameter {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && 'type' in value;
}

function filled<T>(list: readonly T[]): T[] | undefined {
  return list.length > 0 ? [...list] : undefined;
}

/** Without what is not there. */
function given<T extends Record<string, unknown>>(fields: T): { [K in keyof T]: Exclude<T[K], undefined> } & T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never;
}
