import type { Problem } from '../../../errors.ts';
import { nearest } from '../../../tools/did-you-mean.ts';
import { builtInName, builtInType, enabledBuiltIns, isAlwaysThere } from './built-ins.ts';
import type { Contents } from './contents.ts';
import { variablesIn } from './references.ts';

interface References {
  /** Types of built-in variables that are referred to and off. */
  off: string[];
  problems: Problem[];
}

/**
 * What an object refers to by `{{Name}}`. A name that is no variable breaks the whole draft when it is compiled; a built-in
 * variable that is off is kept in silence and is empty, so that a condition on it never holds.
 */
export function referencesOf(object: unknown, contents: Contents, before?: unknown): References {
  const known = new Set([...contents.variables.map(({ name }) => name), ...enabledBuiltIns(contents)]);
  const old = new Set(before === undefined ? [] : variablesIn(before));
  const off = new Set<string>();
  const problems: Problem[] = [];
  for (const name of variablesIn(object)) {
    if (known.has(name) || isAlwaysThere(name) || old.has(name)) continue;
    const type = builtInType(name);
    if (type !== undefined && builtInName(type) === name) off.add(type);
    else problems.push(unknownVariable(name, [...known]));
  }
  return { off: [...off], problems };
}

function unknownVariable(name: string, known: readonly string[]): Problem {
  const meant = nearest(name, known);
  return {
    field: `{{${name}}}`,
    message: `refers to no variable of this draft${meant ? `; did you mean {{${meant}}}?` : '; make it with create_variable first'}`,
  };
}

/** A change of one object cannot enable what it needs: that is a request of its own. */
export function needsEnabled(off: readonly string[]): Problem[] {
  return off.map((type) => ({
    field: `{{${builtInName(type)}}}`,
    message: `is a built-in variable that is off, and would be empty; enable it first with create_variable {"built_ins": [${off.map((one) => JSON.stringify(builtInName(one))).join(', ')}]}`,
  }));
}
