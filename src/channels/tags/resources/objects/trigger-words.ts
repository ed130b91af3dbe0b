import { clipped } from '../../../../text/clean-text.ts';
import type { Condition, Parameter, Trigger } from '../../wire.ts';
import type { Names } from './names.ts';
import { triggersIn } from './references.ts';

const WORDS: Readonly<Record<string, string>> = {
  pageview: 'page view',
  domReady: 'page read (DOM ready)',
  windowLoaded: 'page loaded whole (window loaded)',
  init: 'initialization of the page',
  consentInit: 'consent initialization of the page',
  customEvent: 'custom event',
  click: 'click on any element',
  linkClick: 'click on a link',
  formSubmission: 'form sent',
  historyChange: 'history change',
  jsError: 'JavaScript error',
  scrollDepth: 'scrolling',
  elementVisibility: 'element becomes visible',
  youTubeVideo: 'YouTube video',
  timer: 'timer',
  triggerGroup: 'all of a group have fired',
  always: 'every event',
  serverPageview: 'page view arrives at the server',
};

const COMPARED: Readonly<Record<string, readonly [is: string, isNot: string]>> = {
  equals: ['is', 'is not'],
  contains: ['contains', 'does not contain'],
  startsWith: ['begins with', 'does not begin with'],
  endsWith: ['ends with', 'does not end with'],
  matchRegex: ['matches', 'does not match'],
  greater: ['is greater than', 'is not greater than'],
  greaterOrEquals: ['is at least', 'is not at least'],
  less: ['is less than', 'is not less than'],
  lessOrEquals: ['is at most', 'is not at most'],
  cssSelector: ['matches the CSS selector', 'does not match the CSS selector'],
  urlMatches: ['matches the address', 'does not match the address'],
};

const VALUE_CHARACTERS_MAX = 200;

/** When a trigger fires: `custom event purchase where Page Hostname contains example.com`. */
export function triggerWords(trigger: Trigger, names: Names): string {
  const parts = [
    beginning(trigger, names),
    ...where('where', trigger.filter),
    ...where('watched on pages where', trigger.autoEventFilter),
  ];
  return parts.join(' ');
}

/** `Page Hostname contains example.com`. */
export function conditionWords(condition: Condition): string {
  const { arg0, arg1, ignore_case, negate } = settingsOf(condition.parameter);
  const [is, isNot] = COMPARED[condition.type] ?? [condition.type, `not ${condition.type}`];
  const compared = negate === 'true' ? isNot : is;
  const left = arg0?.replace(/^\{\{([^{}]+)\}\}$/, '$1') ?? 'nothing';
  const value = arg1 ? clipped(arg1, VALUE_CHARACTERS_MAX) : 'an empty text';
  return `${left} ${compared} ${value}${ignore_case === 'true' ? ' (in any case)' : ''}`;
}

function where(word: string, conditions: readonly Condition[]): string[] {
  return conditions.length === 0 ? [] : [`${word} ${conditions.map(conditionWords).join(' and ')}`];
}

function beginning(trigger: Trigger, names: Names): string {
  const plain = WORDS[trigger.type] ?? trigger.type;
  const setting = (name: string) => (trigger[name] as Parameter | undefined)?.value;
  if (trigger.type === 'customEvent') return `${plain} ${eventWords(trigger.customEventFilter)}`;
  if (trigger.type === 'triggerGroup') {
    return `all of these have fired: ${triggersIn(trigger).map(names.triggerName).join(', ')}`;
  }
  if (trigger.type === 'scrollDepth') return `${plain}${depthWords(trigger)}`;
  if (trigger.type === 'elementVisibility') {
    const selector = setting('visibilitySelector') ?? setting('selector') ?? setting('elementId');
    return selector ? `element ${selector} becomes visible` : plain;
  }
  if (trigger.type === 'timer') {
    const limit = setting('limit');
    return `${plain} every ${setting('interval') ?? '?'} ms${limit ? `, at most ${limit} times` : ''}`;
  }
  return plain;
}

/** A custom event has exactly one comparison of the event's name. */
function eventWords(filter: readonly Condition[]): string {
  const [only] = filter;
  if (!only) return 'without a name';
  const { arg0, arg1, negate } = settingsOf(only.parameter);
  const isPlain = only.type === 'equals' && arg0 === '{{_event}}' && negate !== 'true';
  return isPlain
    ? clipped(arg1 || 'without a name', VALUE_CHARACTERS_MAX)
    : `whose ${conditionWords(only).replace(/^_event/, 'name')}`;
}

function depthWords(trigger: Trigger): string {
  const depths = (['verticalScrollPercentageList', 'horizontalScrollPercentageList'] as const).flatMap((field) => {
    const parameter = trigger[field] as Parameter | undefined;
    const values = parameter?.value ?? parameter?.list?.map(({ value }) => value).join(', ');
    return values ? [` to ${values} % ${field.startsWith('vertical') ? 'down' : 'across'}`] : [];
  });
  return depths.join(' or');
}

/** The values of a condition by their keys. */
export function settingsOf(parameters: readonly Parameter[]): Record<string, string | undefined> {
  return Object.fromEntries(parameters.map(({ key = '', value }) => [key, value]));
}
