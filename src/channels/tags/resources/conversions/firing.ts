import { Trigger } from '../../wire.ts';
import type { DraftAdditions } from '../drafts/draft-additions.ts';
import { conditionOf, EVENT, type PlainCondition } from '../objects/conditions.ts';
import { type ConversionGiven, comparisonIn, type Match } from './arguments.ts';

const NAME_CHARACTERS_MAX = 100;

/** The trigger for what a caller says in plain words. */
export function triggerFor(given: ConversionGiven['fires_on'], additions: DraftAdditions): Trigger {
  const { page_address, click, form, own_event } = given;
  const page = page_address ? [pageCondition(page_address, additions)] : [];
  if (own_event !== undefined)
    return trigger(`CE ${own_event}`, 'customEvent', page, {
      customEventFilter: [conditionOf({ variable: EVENT, is: 'equals', value: own_event })],
    });
  if (click) {
    const conditions = clickConditions(click, additions);
    return trigger(`Click ${told(conditions)}`, click.address ? 'linkClick' : 'click', [...conditions, ...page], {
      ...(click.address && WAITING),
    });
  }
  if (form) {
    const conditions = formConditions(form, additions);
    const name = conditions.length > 0 ? `Form ${told(conditions)}` : 'Any form';
    return trigger(name, 'formSubmission', [...conditions, ...page], WAITING);
  }
  return trigger(`Page ${told(page)}`, 'pageview', page);
}

/** Links and forms leave the page: neither is held back, and a form counts also where the page's own code sends it. */
const WAITING = {
  waitForTags: { type: 'boolean', value: 'false' },
  checkValidation: { type: 'boolean', value: 'false' },
};

function trigger(name: string, type: string, filter: readonly PlainCondition[], more: object = {}): Trigger {
  return Trigger.parse({
    ...{ triggerId: '', name: clean(name), type, filter: filter.map(conditionOf) },
    ...more,
  });
}

/** Some kinds of objects take no colon in a name. */
function clean(name: string): string {
  return name.replaceAll(/[:{}]/g, ' ').replaceAll(/\s+/g, ' ').trim().slice(0, NAME_CHARACTERS_MAX);
}

const told = (conditions: readonly PlainCondition[]) =>
  conditions.map(({ is, value }) => `${is.replaceAll('_', ' ')} ${value}`).join(' and ');

/** A path is compared with the path alone, so that an address that only carries it in its query does not count. */
function pageCondition(given: Match, additions: DraftAdditions): PlainCondition {
  const { is, value } = comparisonIn(given);
  const isPath = /^\^?\//.test(value) && !/[?#]/.test(is === 'matches' ? '' : value);
  return { variable: additions.builtIn(isPath ? 'Page Path' : 'Page URL'), is, value };
}

function clickConditions(
  { text, address, id, css }: NonNullable<ConversionGiven['fires_on']['click']>,
  additions: DraftAdditions,
): PlainCondition[] {
  return [
    ...(text ? [{ variable: additions.builtIn('Click Text'), ...comparisonIn(text) }] : []),
    ...(address ? [{ variable: additions.builtIn('Click URL'), ...comparisonIn(address) }] : []),
    ...(id !== undefined ? [{ variable: additions.builtIn('Click ID'), is: 'equals' as const, value: id }] : []),
    ...(css !== undefined
      ? [{ variable: additions.builtIn('Click Element'), is: 'css_selector' as const, value: css }]
      : []),
  ];
}

function formConditions(
  { id, address }: NonNullable<ConversionGiven['fires_on']['form']>,
  additions: DraftAdditions,
): PlainCondition[] {
  return [
    ...(id !== undefined ? [{ variable: additions.builtIn('Form ID'), is: 'equals' as const, value: id }] : []),
    ...(address ? [{ variable: additions.builtIn('Form URL'), ...comparisonIn(address) }] : []),
  ];
}
