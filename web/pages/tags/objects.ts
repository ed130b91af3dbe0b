import type { Contents, TagRow, TriggerRow, VariableRow } from '../../api/tags.ts';

export type Kind = 'tags' | 'triggers' | 'variables';

/** One object of a container, as the table and its drawer show it. */
export interface LiveObject {
  /** Ids are unique only within a kind: tag 3 and trigger 3 are unrelated. */
  key: string;
  kind: Kind;
  row: TagRow | TriggerRow | VariableRow;
  tag?: TagRow;
  /** When a trigger fires. */
  when?: string;
  /** Tags that fire on this trigger, and what refers to this variable. */
  usedBy: readonly string[];
  /** What the filter looks through, in small letters. */
  text: string;
}

export function objectsOf({ tags, triggers, variables }: Contents): Readonly<Record<Kind, LiveObject[]>> {
  return {
    tags: tags.map((row) => ({ ...common('tags', row), row, tag: row, usedBy: [] })),
    triggers: triggers.map((row) => ({ ...common('triggers', row), row, when: row.when, usedBy: row.usedBy })),
    variables: variables.map((row) => ({ ...common('variables', row), row, usedBy: row.usedBy })),
  };
}

function common(kind: Kind, row: TagRow | TriggerRow | VariableRow) {
  const { id, name, type, kind: words, folder, settings } = row;
  const text = [name, type, words, folder ?? '', JSON.stringify(settings)].join(' ').toLowerCase();
  return { key: `${kind.slice(0, -1)}-${id}`, kind, text };
}
