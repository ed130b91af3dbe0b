import { inWords, type Principal } from '../auth/key-records.ts';
import { Failure } from '../errors.ts';

/** Code in a tag runs in the browser of every visitor, so that writing it takes a permission of its own. */
export function requireCustomCode(principal: Principal, field: string): void {
  if (principal.customHtml) return;
  throw new Failure({
    code: 'permission_denied',
    message: `${inWords(principal)} has not the permission "custom html", which code in \`${field}\` needs.`,
    problems: [{ field, message: 'needs the permission "custom html"' }],
    nextStep:
      'Nothing was sent. Use a kind of tag or variable without code, or ask an owner for the permission (adhelm key allow ID --custom-html, or the page Keys).',
  });
}
