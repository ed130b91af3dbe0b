import type { Problem } from '../../../../errors.ts';
import { nearest } from '../../../../tools/did-you-mean.ts';
import type { Contents } from '../containers/contents.ts';
import { builtInName, builtInType, isAlwaysThere, looksLikeServer, variableNames } from './built-ins.ts';
import { variablesIn } from './references.ts';

/**
 * What is wrong with the `{{Name}}` references of an object. A name that is no variable breaks the whole draft when it is
 * compiled; a built-in variable that is off is kept in silence and is empty, so that a condition on it never holds. What
 * `before` referred to already is left alone.
 */
export function referenceProblems(object: unknown, contents: Contents, before?: unknown): Problem[] {
  const known = variableNames(contents);
  const old = new Set(before === undefined ? [] : variablesIn(before));
  const open = variablesIn(object).filter((name) => !known.has(name) && !isAlwaysThere(name) && !old.has(name));
  const isServer = looksLikeServer(contents);
  const off = open.filter((name) => isBuiltIn(name, isServer));
  return open.map((name) => (off.includes(name) ? isOff(name, off) : unknownVariable(name, [...known])));
}

function isBuiltIn(name: string, isServer: boolean): boolean {
  const type = builtInType(name, isServer);
  return type !== undefined && builtInName(type) === name;
}

/** Enabling it is a request of its own, and a tool sends one change. */
function isOff(name: string, off: readonly string[]): Problem {
  const call = `create_variable {"built_ins": ${JSON.stringify(off)}}`;
  return {
    field: `{{${name}}}`,
    message: `is a built-in variable that is off in this draft and would always be empty; enable it first with ${call}`,
  };
}

function unknownVariable(name: string, known: readonly string[]): Problem {
  const meant = nearest(name, known);
  return {
    field: `{{${name}}}`,
    message: `refers to no variable of this draft${meant ? `; did you mean {{${meant}}}?` : '; make it with create_variable first'}`,
  };
}
