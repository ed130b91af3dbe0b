import { queryError } from './tokens.ts';

/** LIKE: `%` any run, `_` one character, either of them literal inside brackets; case does not matter (9.2). */
export function likePattern(text: string): RegExp {
  let source = '';
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at]!;
    if (letter === '%') source += '[^]*';
    else if (letter === '_') source += '[^]';
    else if (letter === '[') {
      const literal = text[at + 1];
      if (literal === undefined || !'[]%_'.includes(literal) || text[at + 2] !== ']')
        throw queryError(
          'INVALID_VALUE_WITH_LIKE_OPERATOR',
          `'${text}' has a bracket that holds no [, ], % or _.`,
          text,
        );
      source += '[]'.includes(literal) ? `\\${literal}` : literal;
      at += 2;
    } else if (letter === ']')
      throw queryError('INVALID_VALUE_WITH_LIKE_OPERATOR', `'${text}' closes a bracket that is not open.`, text);
    else source += letter.replace(/[\\^$.*+?(){}|/]/, '\\$&');
  }
  return new RegExp(`^${source}$`, 'iu');
}

/** What RE2 does not have, so that no query works here that would fail on the platform: look-around and back-references. */
const BEYOND_RE2 = /\(\?(?:[=!]|<[=!])|\\[1-9]|\\k</;

/** REGEXP_MATCH: RE2, against the whole value, case-sensitive unless it begins with `(?i)`. */
export function wholePattern(text: string): RegExp {
  const bad = () => queryError('BAD_VALUE', `invalid regular expression '${text}'.`, text);
  if (BEYOND_RE2.test(text)) throw bad();
  const [, flags = '', rest = text] = /^\(\?([ims]+)\)(.*)$/s.exec(text) ?? [];
  const source = rest.replaceAll('(?P<', '(?<').replaceAll('\\z', '$').replaceAll('\\A', '^').replaceAll('\\C', '[^]');
  const letters = [...new Set(flags)].join('');
  // RE2 lets any punctuation be escaped, JavaScript only without its u flag.
  for (const mode of ['u', ''])
    if (compiles(`^(?:${source})$`, letters + mode)) return new RegExp(`^(?:${source})$`, letters + mode);
  throw bad();
}

function compiles(source: string, flags: string): boolean {
  try {
    new RegExp(source, flags);
    return true;
  } catch {
    return false;
  }
}
