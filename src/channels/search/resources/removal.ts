import { Failure, type Problem } from '../../../errors.ts';
import { notBoth } from '../../../tools/rules.ts';

/** A removal must be asked for alone: nothing else can change in the same call. */
export function removedAlone(args: Readonly<Record<string, unknown>>, fields: readonly string[]): Problem[] {
  return fields.filter((field) => field !== 'status').flatMap((field) => notBoth(args, { status: 'REMOVED' }, field));
}

interface Removable {
  /** `campaign 7`. */
  what: string;
  /** The argument that named it. */
  argument: string;
  held: string;
  wanted: string | undefined;
}

/** True when it is removed already and removal was asked for. Any other change of a removed object is refused here. */
export function isRemoved({ what, argument, held, wanted }: Removable): boolean {
  if (held !== 'REMOVED') return false;
  if (wanted === 'REMOVED') return true;
  throw new Failure({
    code: 'conflict',
    message: `The ${what} is removed, and removal is final: it cannot be changed any more.`,
    problems: [{ field: argument, message: 'is removed' }],
    nextStep: 'Nothing was changed. Create a new one if it is needed again.',
  });
}

/** Lists leave out removed objects, so a call that shows a removal has to filter by that status. */
export function ifRemoved(status: string | undefined): { status?: string[] } {
  return status === 'REMOVED' ? { status: [status] } : {};
}
