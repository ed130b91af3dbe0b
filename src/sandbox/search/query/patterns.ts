import { RE2JS, RE2JSException } from 're2js';
import { queryError } from './tokens.ts';

/** RE2 refuses expressions by the memory they take; the library does not, and one query must not hold up the others. */
const LETTERS_MAX = 2_000;
const INSTRUCTIONS_MAX = 5_000;

/** LIKE: `%` any run, `_` one character, either of them literal inside brackets; case does not matter. */
export function likePattern(text: string): RE2JS {
  const bad = (why: string) => queryError('INVALID_VALUE_WITH_LIKE_OPERATOR', `'${text}' ${why}.`, text);
  const letters = Array.from(text);
  const parts: string[] = [];
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at]!;
    if (letter === '%') parts.push('.*');
    else if (letter === '_') parts.push('.');
    else if (letter === ']') throw bad('closes a bracket that is not open');
    else if (letter === '[') {
      const literal = letters[at + 1];
      if (literal === undefined || !'[]%_'.includes(literal) || letters[at + 2] !== ']')
        throw bad('has a bracket that holds no [, ], % or _');
      parts.push(RE2JS.quote(literal));
      at += 2;
    } else parts.push(RE2JS.quote(letter));
  }
  return compiled(`(?is)${parts.join('')}`, () => bad('is too long'));
}

/** REGEXP_MATCH: RE2, against the whole value, case-sensitive unless it says otherwise. */
export function wholePattern(text: string): RE2JS {
  return compiled(text, () => queryError('BAD_VALUE', `invalid regular expression '${text}'.`, text));
}

function compiled(pattern: string, refusal: () => Error): RE2JS {
  if (pattern.length > LETTERS_MAX) throw refusal();
  try {
    const expression = RE2JS.compile(pattern);
    if (expression.programSize() > INSTRUCTIONS_MAX) throw refusal();
    return expression;
  } catch (error) {
    throw error instanceof RE2JSException ? refusal() : error;
  }
}
