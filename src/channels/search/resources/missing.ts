import { Failure } from '../../../errors.ts';

/** `what` by its words, `ad group`: the argument that named it is called after it. */
export function missing(what: string, id: string, list: string, where = 'this account'): never {
  throw new Failure({
    code: 'not_found',
    message: `There is no ${what} ${id} in ${where}.`,
    problems: [{ field: `${what.replace(' ', '_')}_id`, message: `is not in ${where}` }],
    nextStep: `Find the id with ${list}. If it belongs to another account, pass that account as customer_id.`,
  });
}
