import { Failure } from '../../errors.ts';

export function missing(what: string, id: string, list: string): never {
  throw new Failure({
    code: 'not_found',
    message: `There is no ${what} ${id} in this account.`,
    nextStep: `Find the id with ${list}. If it belongs to another account, pass that account as customer_id.`,
  });
}
