import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../../errors.ts';
import { nearest, oneOf } from '../../../../tools/did-you-mean.ts';
import { oneLine } from '../../../../tools/fields.ts';
import { type Parameter, Trigger } from '../../wire.ts';
import type { Contents } from '../containers/contents.ts';
import { asNew } from '../containers/kinds.ts';
import { conditionOf, EVENT, mergedConditions, PlainCondition } from './conditions.ts';
import { asShown, FolderGiven, fromCapitals, type GivenParameters, Lookup, Notes } from './object-arguments.ts';
import { mergedParameters } from './parameters.ts';
import { setFolder } from './tag-fields.ts';

const WEB_TYPES =
  'pageview domReady windowLoaded init consentInit customEvent click linkClick formSubmission historyChange jsError scrollDepth elementVisibility youTubeVideo timer triggerGroup always serverPageview'.split(
    ' ',
  );

/** Types of web and server containers by name; those of apps and AMP pages pass by their beginning. */
export const TriggerType = z
  .string()
  .trim()
  .transform(fromCapitals)
  .refine((type) => WEB_TYPES.includes(type) || /^(amp|firebase)[A-Z]\w*$/.test(type), {
    error: ({ input }) => {
      const meant = nearest(String(input), WEB_TYPES);
      return `${oneOf(String(input), WEB_TYPES)}, amp… or firebase…${meant ? `; did you mean ${meant}?` : ''}`;
    },
  })
  .describe('pageview, customEvent, click, linkClick, formSubmission, …; stays as it is made');

/** Fields of a trigger that each hold one parameter, with its type. */
const SETTINGS: Readonly<Record<string, string>> = {
  ...{
    waitForTags: 'boolean',
    waitForTagsTimeout: 'template',
    checkValidation: 'boolean',
    uniqueTriggerId: 'template',
  },
  ...{ eventName: 'template', interval: 'template', limit: 'template', intervalSeconds: 'template' },
  ...{ maxTimerLengthSeconds: 'template', selector: 'template', visibilitySelector: 'template' },
  ...{ visiblePercentageMin: 'template', visiblePercentageMax: 'template' },
  ...{ continuousTimeMinMilliseconds: 'template', totalTimeMinMilliseconds: 'template' },
  ...{ verticalScrollPercentageList: 'list', horizontalScrollPercentageList: 'list' },
};

const Conditions = z.array(PlainCondition).max(50);

export const triggerArguments = {
  event: oneLine(500).optional().describe('customEvent: name of the event'),
  custom_event_filter: asShown('list', Conditions).optional().describe('Instead of event: one condition on _event'),
  filter: Conditions.optional().describe('All have to hold'),
  auto_event_filter: asShown('list', Conditions).optional().describe('Pages on which clicks or forms are watched'),
  settings: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('waitForTags, checkValidation, interval, visibilitySelector, …'),
  folder: FolderGiven,
  notes: Notes,
};
/** The same for a change, described where a trigger is made. */
export const triggerChangeArguments = {
  ...triggerArguments,
  filter: asShown('list', Conditions).optional().describe('As in create_trigger'),
};
const TriggerGiven = z.object(triggerArguments);
export type TriggerChange = z.output<typeof TriggerGiven> & {
  name?: string | undefined;
  parameters?: GivenParameters | undefined;
};

/** A trigger with changes merged over it; every problem at once. */
export function changedTrigger(before: Trigger, change: TriggerChange, contents: Contents): Trigger {
  const lookup = new Lookup(contents);
  const events = eventFilter(before, change);
  const next: Trigger = {
    ...before,
    ...(change.name !== undefined && { name: change.name }),
    ...(change.filter && { filter: mergedConditions(before.filter, change.filter) }),
    ...(change.auto_event_filter && {
      autoEventFilter: mergedConditions(before.autoEventFilter, change.auto_event_filter),
    }),
    customEventFilter: events,
    parameter: parametersAfter(before, change.parameters ?? {}, lookup),
    ...(change.notes !== undefined && { notes: change.notes }),
  };
  const problems = [...eventProblems(next, change), ...applySettings(next, change.settings ?? {})];
  if (change.folder !== undefined) setFolder(next, lookup.folder(change.folder));
  if (problems.length + lookup.problems.length > 0) throw invalidArguments([...problems, ...lookup.problems]);
  return next;
}

/** The parameters after a change. Members of a group are references: of an id as text the platform knows no trigger. */
function parametersAfter({ type, parameter }: Trigger, change: GivenParameters, lookup: Lookup): Parameter[] {
  const given = type === 'triggerGroup' ? change.triggerIds : undefined;
  if (given === undefined || given === null) return mergedParameters(parameter, change);
  const field = 'parameters.triggerIds';
  if (!isSetting(given, 'list')) {
    lookup.problems.push({ field, message: 'must be a list of triggers, by id or name' });
    return parameter;
  }
  const triggerIds = lookup.triggers(field, given.map(String));
  return mergedParameters(parameter, { ...change, triggerIds }).map((one) =>
    one.key === 'triggerIds' ? { ...one, list: one.list?.map((item) => ({ ...item, type: 'triggerReference' })) } : one,
  );
}

export function newTrigger(name: string, type: string, change: TriggerChange, contents: Contents) {
  return asNew('trigger', changedTrigger(Trigger.parse({ triggerId: '', name, type }), change, contents));
}

function eventFilter(before: Trigger, { event, custom_event_filter: filter }: TriggerChange) {
  if (event !== undefined)
    return mergedConditions(before.customEventFilter, [{ variable: EVENT, is: 'equals', value: event }]);
  return filter ? filter.map((one) => conditionOf(one)) : before.customEventFilter;
}

/** The platform takes exactly one condition on the name of a custom event, and none for any other type. */
function eventProblems({ type, customEventFilter }: Trigger, { event, custom_event_filter }: TriggerChange): Problem[] {
  const field = custom_event_filter ? 'custom_event_filter' : 'event';
  if (event !== undefined && custom_event_filter)
    return [{ field: 'custom_event_filter', message: 'cannot be combined with event' }];
  if (type !== 'customEvent')
    return customEventFilter.length > 0 && (event ?? custom_event_filter) !== undefined
      ? [{ field, message: `can only be given with type customEvent, and this is ${type}` }]
      : [];
  return customEventFilter.length === 1
    ? []
    : [{ field, message: 'is required with type customEvent: exactly one condition on the name of the event' }];
}

function applySettings(trigger: Trigger, settings: Readonly<Record<string, unknown>>): Problem[] {
  const problems: Problem[] = [];
  for (const [key, value] of Object.entries(settings)) {
    const type = Object.hasOwn(SETTINGS, key) ? SETTINGS[key] : undefined;
    const field = `settings.${key}`;
    if (type === undefined) {
      const meant = nearest(key, Object.keys(SETTINGS));
      problems.push({
        field,
        message: `is no setting of a trigger${meant ? `; did you mean ${meant}?` : ''}`,
        allowed_values: Object.keys(SETTINGS),
      });
    } else if (value === null) delete trigger[key];
    else if (!isSetting(value, type))
      problems.push({
        field,
        message: type === 'list' ? 'must be a list of numbers' : 'must be text, a number or true or false',
      });
    else {
      const held = trigger[key] as Parameter | undefined;
      const [merged] = mergedParameters(held ? [{ ...held, key }] : [], { [key]: value }, () => type);
      const { key: _, ...single } = merged!;
      trigger[key] = held?.key === undefined ? single : merged;
    }
  }
  return problems;
}

type Setting = string | number | boolean | (string | number)[];
function isSetting(value: unknown, type: 'list'): value is (string | number)[];
function isSetting(value: unknown, type: string): value is Setting;
function isSetting(value: unknown, type: string): boolean {
  if (type === 'list') return Array.isArray(value) && value.every((one) => ['string', 'number'].includes(typeof one));
  return ['string', 'number', 'boolean'].includes(typeof value);
}
