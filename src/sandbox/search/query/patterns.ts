import { Automaton, type Pattern, PatternTooLarge } from './automaton.ts';
import { BadExpression, letterOf, readExpression } from './regular-expression.ts';
import { queryError } from './tokens.ts';

const ANY: Pattern = { kind: 'letter', letter: () => true };
const ANY_RUN: Pattern = { kind: 'repeat', part: ANY, min: 0, max: Number.POSITIVE_INFINITY };

/** LIKE: `%` any run, `_` one character, either of them literal inside brackets; case does not matter. */
export function likePattern(text: string): Automaton {
  const bad = (why: string) => queryError('INVALID_VALUE_WITH_LIKE_OPERATOR', `'${text}' ${why}.`, text);
  const letters = Array.from(text);
  const parts: Pattern[] = [];
  for (let at = 0; at < letters.length; at += 1) {
    const letter = letters[at]!;
    if (letter === '%') parts.push(ANY_RUN);
    else if (letter === '_') parts.push(ANY);
    else if (letter === ']') throw bad('closes a bracket that is not open');
    else if (letter === '[') {
      const literal = letters[at + 1];
      if (literal === undefined || !'[]%_'.includes(literal) || letters[at + 2] !== ']')
        throw bad('has a bracket that holds no [, ], % or _');
      parts.push(literalOf(literal));
      at += 2;
    } else parts.push(literalOf(letter));
  }
  return automatonOf({ kind: 'sequence', parts }, () => bad('is too long'));
}

function literalOf(letter: string): Pattern {
  return { kind: 'letter', letter: letterOf(letter.codePointAt(0)!, true) };
}

/** REGEXP_MATCH: RE2, against the whole value, case-sensitive unless it says otherwise. */
export function wholePattern(text: string): Automaton {
  const bad = () => queryError('BAD_VALUE', `invalid regular expression '${text}'.`, text);
  try {
    return automatonOf(readExpression(text), bad);
  } catch (error) {
    throw error instanceof BadExpression ? bad() : error;
  }
}

function automatonOf(pattern: Pattern, tooLarge: () => Error): Automaton {
  try {
    return new Automaton(pattern);
  } catch (error) {
    throw error instanceof PatternTooLarge ? tooLarge() : error;
  }
}
