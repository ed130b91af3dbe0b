import { Failure, invalidArguments } from '../errors.ts';
import type { Destination } from '../tools/conversions/conversions.ts';
import type { ConversionEvent } from '../tools/conversions/event.ts';

/** The destination that an event goes to, or why there is none. */
type Choice = { destination: Destination } | { none: string };

/** How many destinations a sentence names. */
const NAMED_MAX = 5;

/** The only one that stands for the event, as long as the caller names none: two would count it twice. */
export function chosenFor(
  { event, lead, source }: Pick<ConversionEvent, 'event' | 'lead' | 'source'>,
  all: readonly Destination[],
): Choice {
  const reachable = all.filter(({ closed }) => closed === undefined);
  if (reachable.length === 0)
    return {
      none: all.length === 0 ? 'no destination in this account' : 'no destination here takes events from outside',
    };
  const from = lead === undefined ? source : 'crm';
  const open = reachable.filter(({ sources }) => sources?.includes(from) ?? true);
  if (open.length === 0)
    return { none: lead === undefined ? `no destination for events of source ${from}` : 'no destination for leads' };
  const own = open.filter(({ events }) => events?.includes(event));
  const fitting = own.length > 0 ? own : open.filter(({ events }) => events === undefined);
  const [only, ...others] = fitting;
  if (!only) return { none: `no destination for the event "${event}"` };
  if (others.length === 0) return { destination: only };
  const named = fitting.slice(0, NAMED_MAX).map(({ id, name }) => `${id} (${name})`);
  const more = fitting.length > NAMED_MAX ? ` and ${fitting.length - NAMED_MAX} more` : '';
  return { none: `${fitting.length} destinations fit: name one in destination_id: ${named.join(', ')}${more}` };
}

export function namedDestination(id: string, all: readonly Destination[]): Destination {
  const named = all.find((destination) => destination.id === id);
  if (!named)
    throw new Failure({
      code: 'not_found',
      message: `\`destination_id\`: this account has no destination ${id}.`,
      problems: [{ field: 'destination_id', message: 'is no destination of this account' }],
      nextStep: 'Choose from what list_conversion_destinations shows.',
    });
  return named;
}

/** One that takes events from here. */
export function openDestination(id: string, all: readonly Destination[]): Destination {
  const named = namedDestination(id, all);
  if (named.closed !== undefined)
    throw invalidArguments([
      { field: 'destination_id', message: `${id} (${named.name}) takes no events from here: ${named.closed}` },
    ]);
  return named;
}
