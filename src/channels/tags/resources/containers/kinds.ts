import type { z } from 'zod';
import { Folder, Other, Tag, Template, Trigger, Variable } from '../../wire.ts';

/** How the platform names one kind of object in paths, lists and differences. */
export interface KindFacts<T = unknown> {
  collection: string;
  /** In an entry of a difference or of a bulk update. */
  entityKey: string;
  idField: string;
  schema: z.ZodType<T>;
}

/** Ids count within a kind: tag 3 and trigger 3 are two things. */
export const KINDS = {
  tag: facts('tag', 'tags', Tag),
  trigger: facts('trigger', 'triggers', Trigger),
  variable: facts('variable', 'variables', Variable),
  folder: facts('folder', 'folders', Folder),
  template: { ...facts('template', 'templates', Template), entityKey: 'customTemplate' },
  zone: facts('zone', 'zones', Other),
  client: facts('client', 'clients', Other),
  transformation: facts('transformation', 'transformations', Other),
} as const;
export type ObjectKind = keyof typeof KINDS;

/** Kinds that no tool of ours makes or changes. */
export const OTHER_KINDS = ['zone', 'client', 'transformation'] as const;

function facts<T>(name: string, collection: string, schema: z.ZodType<T>): KindFacts<T> {
  return { collection, entityKey: name, idField: `${name}Id`, schema };
}

const FILLED_IN = ['path', 'accountId', 'containerId', 'workspaceId', 'fingerprint', 'tagManagerUrl'];

/** A new object as it is sent: without its id, what the platform fills in, and empty lists. */
export function asNew<T extends { name: string }>(
  kind: ObjectKind,
  object: T,
): Record<string, unknown> & { name: string } {
  const kept = Object.entries(object).filter(
    ([field, value]) =>
      field !== KINDS[kind].idField && !FILLED_IN.includes(field) && !(Array.isArray(value) && value.length === 0),
  );
  return { ...Object.fromEntries(kept), name: object.name };
}
