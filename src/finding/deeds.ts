import type { Tool } from '../tools/define-tool.ts';

/** Kinds of work, as a question may ask for them. */
export type Deed =
  | 'create'
  | 'change'
  | 'remove'
  | 'copy'
  | 'look'
  | 'numbers'
  | 'why'
  | 'size'
  | 'many'
  | 'upload'
  | 'history';

/** Deeds that leave something different from before. */
export const ORDERS: ReadonlySet<Deed> = new Set(['create', 'change', 'remove', 'copy', 'upload']);

/** By the first word of a tool's name; a word that is not here only looks. */
const BY_VERB: Readonly<Record<string, readonly Deed[]>> = {
  add: ['create'],
  create: ['create'],
  generate: ['create'],
  upload: ['create', 'upload'],
  send: ['create', 'upload'],
  adjust: ['change'],
  apply: ['change'],
  attach: ['change'],
  dismiss: ['change'],
  publish: ['change'],
  rename: ['change'],
  resume: ['change'],
  revert: ['change', 'remove'],
  roll: ['change'],
  stop: ['change'],
  schedule: ['change'],
  cancel: ['change', 'remove'],
  undo: ['change'],
  update: ['change'],
  withdraw: ['change'],
  bulk: ['change', 'many'],
  delete: ['remove'],
  duplicate: ['copy'],
  diagnose: ['why'],
  estimate: ['size'],
};

export function deedsOf({ name, toolset, access, input, irreversible }: Tool): ReadonlySet<Deed> {
  const deeds = new Set<Deed>(BY_VERB[name.split('_')[0] ?? ''] ?? ['look']);
  if (toolset === 'reporting' && access === 'read' && 'metrics' in input.shape) deeds.add('numbers');
  if (/_(?:changes|history)$/.test(name)) deeds.add('history');
  // Platforms delete most objects by a status of theirs.
  if (irreversible.status !== undefined) deeds.add('remove');
  return deeds;
}
