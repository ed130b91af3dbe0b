import type { Change, Conflict, Finding } from '../../api/tags.ts';
import { plural } from '../../format/number.ts';
import type { ShapeKind } from '../../parts/shape.tsx';
import type { OpenConflict } from './conflicts.tsx';

const KINDS: Readonly<Record<string, string>> = {
  web: 'website',
  google_tag: 'Google tag',
  server: 'server',
  amp: 'AMP pages',
  android: 'Android app',
  androidSdk5: 'Android app',
  ios: 'iOS app',
  iosSdk5: 'iOS app',
};

/** `web, server` is `website, server`. */
export const kindWords = (kind: string): string =>
  [...new Set(kind.split(', ').map((one) => KINDS[one] ?? one))].filter(Boolean).join(', ') || '–';

const CHANGES: readonly (readonly [Change['change'], string])[] = [
  ['added', 'added'],
  ['updated', 'changed'],
  ['deleted', 'deleted'],
];

/** `2 added, 1 changed`. */
export function changeCounts(changes: readonly Pick<Change, 'change'>[]): string {
  const told = CHANGES.flatMap(([kind, word]) => {
    const some = changes.filter(({ change }) => change === kind).length;
    return some === 0 ? [] : [`${some} ${word}`];
  });
  return told.join(', ') || 'nothing';
}

export const CHANGE_WORDS: Readonly<Record<Change['change'], { word: string; shape: ShapeKind }>> = {
  added: { word: 'Added', shape: 'active' },
  updated: { word: 'Changed', shape: 'learning' },
  deleted: { word: 'Deleted', shape: 'rejected' },
};

/** `built_in_variable` is `built-in variable`. */
export const thingWord = (kind: string): string => kind.replace('built_in', 'built-in').replaceAll('_', ' ');

export interface Gravity {
  title: string;
  shape: ShapeKind;
}

const GRAVITIES: Readonly<Record<string, Gravity>> = {
  high: { title: 'Wrong', shape: 'rejected' },
  medium: { title: 'Look at it', shape: 'limited' },
  low: { title: 'Good to know', shape: 'refused' },
};

/** Findings by how grave they are, the gravest first. */
export function bySeverity(
  findings: readonly Finding[],
): { severity: string; gravity: Gravity; findings: Finding[] }[] {
  const order = Object.keys(GRAVITIES);
  const rank = (severity: string) => (order.includes(severity) ? order.indexOf(severity) : order.length);
  return [...Map.groupBy(findings, ({ severity }) => severity)]
    .toSorted(([one], [other]) => rank(one) - rank(other))
    .map(([severity, some]) => ({
      severity,
      gravity: GRAVITIES[severity] ?? { title: severity, shape: 'refused' },
      findings: some,
    }));
}

/** A ready call as agents are given it. */
export const callText = ({ tool, arguments: args }: { tool: string; arguments: object }): string =>
  `${tool} ${JSON.stringify(args)}`;

export const countsOf = ({
  tags,
  triggers,
  variables,
}: Readonly<Record<'tags' | 'triggers' | 'variables', readonly unknown[]>>): string =>
  [plural(tags.length, 'tag'), plural(triggers.length, 'trigger'), plural(variables.length, 'variable')].join(', ');

/** `Version 7, Black Friday`. */
export const versionName = ({ id, name }: { id: string; name: string | null }): string =>
  name ? `Version ${id}, ${name}` : `Version ${id}`;

const CONSENTS: Readonly<Record<string, string>> = { notSet: 'not set', notNeeded: 'none needed', needed: 'needed' };

/** `ad_storage, ad_user_data`, or what is said in place of types. */
export const consentWords = (consent: { status: string; types: readonly string[] } | undefined): string => {
  if (!consent) return '–';
  return consent.types.join(', ') || (CONSENTS[consent.status] ?? consent.status);
};

/** Conflicts as a draft's difference has them. */
export const openConflicts = (conflicts: readonly Conflict[]): OpenConflict[] =>
  conflicts.map(({ kind, id, ...rest }) => ({ object: `${kind} ${id}`, ...rest }));

interface TriedConflict {
  object: string;
  name: string;
  ours: string;
  theirs?: string;
  fields: Readonly<Record<string, { ours?: unknown; theirs?: unknown }>>;
}

/** Conflicts as an attempt to compile tells them. */
export const triedConflicts = (conflicts: readonly TriedConflict[]): OpenConflict[] =>
  conflicts.map(({ object, name, ours, theirs = 'changed', fields }) => ({
    ...{ object, name, inDraft: ours, inVersion: theirs },
    fields: Object.entries(fields).map(([field, sides]) => ({ field, from: sides.ours, to: sides.theirs })),
  }));
