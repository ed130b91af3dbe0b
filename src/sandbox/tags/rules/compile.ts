import type { Content } from '../state/shapes.ts';
import { BUILT_IN_NAMES } from './built-ins.ts';

const REFERENCE = /\{\{([^{}]+)\}\}/g;

/**
 * Whether the content can be made into a script: each reference names a variable, and no name stands for two. A built-in variable
 * that is not enabled is known all the same, and is empty in the browser.
 */
export function compiles(content: Content): boolean {
  const known = new Set([...BUILT_IN_NAMES, '_event', ...content.variable.map(({ name }) => name)]);
  const read = [content.tag, content.trigger, content.variable, content.client, content.transformation];
  const text = JSON.stringify(read, (field, value) => (field === 'notes' ? undefined : value));
  for (const [, name] of text.matchAll(REFERENCE)) if (!known.has(name)) return false;
  return [content.tag, content.trigger, content.variable].every(
    (entities) => new Set(entities.map(({ name }) => name)).size === entities.length,
  );
}
