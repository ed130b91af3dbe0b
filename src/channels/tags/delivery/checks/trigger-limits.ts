import { BUILT_IN_TRIGGERS, builtInType } from '../../resources/objects/built-ins.ts';
import { quoted, type View } from '../../resources/objects/container-view.ts';
import { triggersIn, variablesIn } from '../../resources/objects/references.ts';
import { conditionWords, settingsOf } from '../../resources/objects/trigger-words.ts';
import type { Condition, Trigger } from '../../wire.ts';

/** Why a trigger can never fire. `builtIn`: the variable that would have to be switched on. */
export interface Limit {
  /** The end of a sentence that begins with the trigger. */
  why: string;
  builtIn?: string;
}

/** The event that each of these types of triggers listens to. */
const EVENTS: Readonly<Record<string, string>> = {
  pageview: 'gtm.js',
  domReady: 'gtm.dom',
  windowLoaded: 'gtm.load',
  init: 'gtm.init',
  consentInit: 'gtm.init_consent',
};

/** Built-in variables that are filled by a later event than the first of a page. */
const FILLED_LATER = /^(click|form|error|video|scroll|elementVisibility|newHistory|oldHistory|historySource)/;
const FIRST_EVENTS = ['pageview', 'init', 'consentInit'];

/** Groups in groups; more than this is a circle. */
const DEPTH_MAX = 5;

export function limitOf(trigger: Trigger, view: View, depth = 0): Limit | undefined {
  if (trigger.type === 'triggerGroup') return groupLimit(trigger, view, depth);
  if (trigger.type === 'customEvent' && trigger.customEventFilter.length === 0)
    return { why: 'names no event to wait for' };
  const conditions = [...trigger.customEventFilter, ...trigger.filter, ...trigger.autoEventFilter];
  for (const condition of conditions) {
    const found = conditionLimit(condition, trigger, view);
    if (found) return found;
  }
  return contradiction(trigger, view);
}

function groupLimit(trigger: Trigger, view: View, depth: number): Limit | undefined {
  const members = triggersIn(trigger);
  if (members.length === 0) return { why: 'is a group without a trigger' };
  for (const id of members) {
    if (BUILT_IN_TRIGGERS[id]) continue;
    const member = view.names.triggerOf(id);
    if (!member) return { why: `waits for the trigger ${id}, which is not there` };
    const limit = depth < DEPTH_MAX ? limitOf(member, view, depth + 1) : undefined;
    if (limit) return { ...limit, why: `waits for ${quoted(member)}, which ${limit.why}` };
  }
  return undefined;
}

function conditionLimit(condition: Condition, { type }: Trigger, view: View): Limit | undefined {
  const { arg0, arg1 = '', negate } = settingsOf(condition.parameter);
  if (!arg0) return { why: 'has a condition that compares nothing (arg0 is empty)' };
  if (condition.type === 'matchRegex' && !arg1.includes('{{') && !isPattern(arg1))
    return negate === 'true' ? undefined : { why: `has a pattern that is no regular expression: ${arg1}` };
  // What is not there holds nothing: a negated condition on it is true, and so is one that asks for nothing.
  if (negate === 'true' || ['', 'undefined', 'null'].includes(arg1)) return undefined;
  for (const name of variablesIn(arg0)) {
    const builtIn = view.switchedOff(name);
    if (builtIn) return { why: `asks for the built-in variable ${name}, which is switched off`, builtIn };
    if (!view.isThere(name)) return { why: `asks for the variable ${name}, which does not exist` };
    const own = view.variableNamed(name) ? undefined : builtInType(name, view.isServer);
    if (own && FIRST_EVENTS.includes(type) && FILLED_LATER.test(own))
      return { why: `asks for ${name}, which is still empty when a page begins to load` };
  }
  return undefined;
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text);
    return true;
  } catch {
    return false;
  }
}

interface Compared {
  about: string;
  type: string;
  value: string;
  not: boolean;
  anyCase: boolean;
  words: string;
}

/** Conditions of which one excludes another: all of a trigger's have to hold at once. */
function contradiction(trigger: Trigger, view: View): Limit | undefined {
  const all = [...trigger.customEventFilter, ...trigger.filter].flatMap((condition) => comparedIn(condition, view));
  const event = EVENTS[trigger.type];
  if (event !== undefined) {
    const words = `its event is ${event}`;
    all.push({ about: '{{_event}}', type: 'equals', value: event, not: false, anyCase: false, words });
  }
  for (const one of all) {
    if (one.type !== 'equals' || one.not) continue;
    const other = all.find((another) => another !== one && another.about === one.about && excludes(one, another));
    if (other) return { why: `asks for what cannot be at once: ${one.words}, and ${other.words}` };
  }
  return rangeContradiction(all);
}

/** Only comparisons between a variable and a text that nothing can change. */
function comparedIn(condition: Condition, view: View): Compared[] {
  const { arg0 = '', arg1 = '', negate, ignore_case } = settingsOf(condition.parameter);
  const value = view.resolved(arg1);
  if (value === undefined) return [];
  const isEvent = arg0 === '{{Event}}' && !view.variableNamed('Event');
  return [
    {
      about: isEvent ? '{{_event}}' : arg0,
      type: condition.type,
      value,
      not: negate === 'true',
      anyCase: ignore_case === 'true',
      words: conditionWords(condition),
    },
  ];
}

function excludes({ value }: Compared, other: Compared): boolean {
  const fold = (text: string) => (other.anyCase || other.type !== 'matchRegex' ? text.toLowerCase() : text);
  const [held, asked] = [fold(value), fold(other.value)];
  // Case is left aside: a difference in case alone is not worth an alarm that may be false.
  const holds =
    other.type === 'equals'
      ? held === asked
      : other.type === 'contains'
        ? held.includes(asked)
        : other.type === 'startsWith'
          ? held.startsWith(asked)
          : other.type === 'endsWith'
            ? held.endsWith(asked)
            : undefined;
  if (holds === undefined) return false;
  if (!other.not) return !holds;
  // The exact text has to be the same for a negation to exclude it.
  return other.type === 'equals' ? value === other.value : holds && value.includes(other.value);
}

function rangeContradiction(all: readonly Compared[]): Limit | undefined {
  for (const low of all) {
    const from = lowest(low);
    if (from === undefined) continue;
    const high = all.find((one) => one.about === low.about && highest(one) !== undefined && from > highest(one)!);
    if (high) return { why: `asks for what cannot be at once: ${low.words}, and ${high.words}` };
  }
  return undefined;
}

function lowest({ type, value, not }: Compared): number | undefined {
  return !not && ['greater', 'greaterOrEquals'].includes(type) ? numberIn(value) : undefined;
}

function highest({ type, value, not }: Compared): number | undefined {
  return !not && ['less', 'lessOrEquals'].includes(type) ? numberIn(value) : undefined;
}

function numberIn(text: string): number | undefined {
  const number = Number(text);
  return text.trim() === '' || Number.isNaN(number) ? undefined : number;
}

/** Types whose triggers fire once on every page when they have no condition. */
const PER_PAGE = ['pageview', 'domReady', 'windowLoaded', 'init', 'consentInit'];

/** Whether a trigger fires on every page, without any condition. */
export function firesOnEveryPage(id: string, { names }: View): boolean {
  if (BUILT_IN_TRIGGERS[id]) return true;
  const trigger = names.triggerOf(id);
  return trigger !== undefined && PER_PAGE.includes(trigger.type) && trigger.filter.length === 0;
}

/** The type of event that a trigger listens to, also of a built-in one; undefined where it is not there. */
function listensTo(id: string, { names }: View): string | undefined {
  const builtIn = { '2147479553': 'pageview', '2147479573': 'init', '2147479572': 'consentInit' }[id];
  return builtIn ?? names.triggerOf(id)?.type;
}

/** Whether one trigger, used to block, holds whenever the other fires. */
export function coversAlways(blocking: string, firing: string, view: View): boolean {
  if (blocking === firing) return true;
  const trigger = view.names.triggerOf(blocking);
  if (BUILT_IN_TRIGGERS[blocking]) return listensTo(blocking, view) === listensTo(firing, view);
  if (!trigger || trigger.filter.length > 0 || trigger.autoEventFilter.length > 0) return false;
  if (trigger.type === 'always') return true;
  if (PER_PAGE.includes(trigger.type)) return listensTo(firing, view) === trigger.type;
  if (trigger.type !== 'customEvent' || trigger.customEventFilter.length !== 1) return false;
  const [only] = trigger.customEventFilter;
  const { arg1, negate } = settingsOf(only!.parameter);
  return only!.type === 'matchRegex' && negate !== 'true' && ['.*', '^.*$', '.+', '^.+$'].includes(arg1 ?? '');
}
