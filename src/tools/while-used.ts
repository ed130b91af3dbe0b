import { Failure } from '../errors.ts';

interface User {
  id: string;
  name: string;
  status?: string;
}

const NAMED_MAX = 5;

/** What others still use is not deleted in passing: they are named, and `although_used` has to ask for it. */
export function refuseWhileUsed(field: string, kind: string, users: readonly User[], remedy: string): void {
  if (users.length === 0) return;
  const named = users
    .slice(0, NAMED_MAX)
    .map(({ id, name, status }) => `${id} "${name}"${status === undefined ? '' : ` (${status})`}`);
  const more = users.length > NAMED_MAX ? ` and ${users.length - NAMED_MAX} more` : '';
  throw new Failure({
    code: 'conflict',
    message: `It is used by ${kind}: ${named.join(', ')}${more}.`,
    problems: [{ field, message: `is used by ${kind}` }],
    nextStep: `${remedy}, or pass although_used: true. Nothing was changed.`,
  });
}
