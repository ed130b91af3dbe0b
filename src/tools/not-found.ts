import { Failure, type UpstreamFault } from '../errors.ts';

interface NotFound {
  /** The kind of object, in words: `ad group`. */
  what: string;
  /** As the caller named it; left out where it must not or cannot be repeated. */
  id?: string;
  /** The argument that named it; `ad_group_id` for an ad group unless said otherwise. */
  field?: string;
  /** Where it was looked for. */
  where?: string;
  /** The tool that lists what there is. */
  list: string;
  /** The argument that names another account, where the object may belong to one. */
  accountArgument?: string;
  /** What to do besides looking at the list. */
  hint?: string;
  upstream?: UpstreamFault | undefined;
}

/** The one answer to an id that names nothing: which argument, where it was looked for, and how to find the right id. */
export function notFound({ what, id, where = 'this account', list, upstream, ...rest }: NotFound): Failure {
  const { field = `${what.replaceAll(' ', '_')}_id`, accountArgument, hint } = rest;
  const steps = [
    `Find it with ${list}.`,
    ...(accountArgument ? [`If it belongs to another account, pass that account as ${accountArgument}.`] : []),
    ...(hint ? [hint] : []),
  ];
  return new Failure({
    code: 'not_found',
    message: id === undefined ? `There is no such ${what} in ${where}.` : `There is no ${what} ${id} in ${where}.`,
    problems: [{ field, message: `is no ${what} of ${where}` }],
    nextStep: steps.join(' '),
    ...(upstream && { upstream }),
  });
}

export function isNotFound(error: unknown): error is Failure {
  return error instanceof Failure && error.code === 'not_found';
}

/** For `catch`: an object that the platform does not find becomes the answer that names it; other errors stay. */
export function ifNotFound(answer: (refusal: Failure) => Failure): (error: unknown) => never {
  return (error) => {
    throw isNotFound(error) ? answer(error) : error;
  };
}

/** What is read; undefined where the platform does not find it. */
export function orNone<T>(reading: Promise<T>): Promise<T | undefined> {
  return reading.catch((error: unknown) => {
    if (isNotFound(error)) return undefined;
    throw error;
  });
}
