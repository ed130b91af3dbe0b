import { Failure } from '../../../errors.ts';
import { notFound } from '../../../tools/not-found.ts';
import { LEVELS, type Level } from './level.ts';

/** The platform's bare "not found", with the argument that named the object and the tool that lists such objects. */
export async function existing<T>(
  read: Promise<T>,
  level: Level | 'conversion',
  field = KINDS[level].argument,
): Promise<T> {
  return read.catch((error: unknown) => {
    if (!(error instanceof Failure) || error.code !== 'not_found') throw error;
    throw missing(level, { field, upstream: error.details.upstream });
  });
}

export function missing(level: Level | 'conversion', found: Partial<Parameters<typeof notFound>[0]>): Failure {
  const { what, argument, list } = KINDS[level];
  return notFound({ what, field: argument, list, accountArgument: 'account_id', ...found });
}

const KINDS: Readonly<Record<Level | 'conversion', { what: string; argument: string; list: string }>> = {
  ...LEVELS,
  conversion: { what: 'conversion', argument: 'conversion_id', list: 'list_conversions' },
};
