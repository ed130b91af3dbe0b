import { Failure, type Problem } from '../../../errors.ts';
import { notBoth } from '../../../tools/rules.ts';

/** What is removed cannot be changed in the same breath: nothing else may be asked beside it. */
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

/** True: it is removed already, as was asked for. Anything else that is asked of a removed thing is refused here. */
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

/** Lists leave out what is removed: whoever looks for a removal has to ask for it. */
export function ifRemoved(status: string | undefined): { status?: string[] } {
  return status === 'REMOVED' ? { status: [status] } : {};
}
