import { StatusError } from '../../google/status.ts';
import type { QueryField } from '../catalogue/fields.ts';
import { queryable } from '../catalogue/selection.ts';
import { SEGMENT_READERS } from './segments.ts';
import { EMPTY_VIEWS } from './sources.ts';

const held = new Set<string>(queryable);

/** Refuses a valid query for data that this sandbox does not hold, instead of answering as if there were none. */
export function checkHeld(from: string, select: readonly QueryField[]): void {
  if (!held.has(from)) throw absent(from);
  if (EMPTY_VIEWS.has(from)) return;
  const segment = select.find(({ category, path }) => category === 'SEGMENT' && !(path in SEGMENT_READERS));
  if (segment) throw absent(segment.path);
}

function absent(name: string): StatusError {
  return new StatusError(501, `The sandbox does not have ${name}. The query is valid and would run on the platform.`);
}
