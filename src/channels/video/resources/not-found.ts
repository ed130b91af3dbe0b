import { Failure } from '../../../errors.ts';

export function notFound(what: string, id: string, account: string, listTool: string): Failure {
  const field = `${what.replace('living ', '').replace(' ', '_')}_id`;
  return new Failure({
    code: 'not_found',
    message: `There is no ${what} ${id} in advertiser ${account}.`,
    problems: [{ field, message: `is not in advertiser ${account}` }],
    nextStep: `Check the id with ${listTool}, or name its advertiser in advertiser_id.`,
  });
}
