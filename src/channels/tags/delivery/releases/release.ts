import { z } from 'zod';
import type { ToolContext } from '../../../../tools/define-tool.ts';
import type { TagsClient } from '../../client.ts';
import type { Place } from '../../resources/containers/container.ts';
import { type OwnRecord, ownRecord } from '../../resources/containers/own-record.ts';
import { versionWords } from '../../resources/containers/version.ts';
import type { Version, VersionHeader } from '../../wire.ts';
import { asFields, type Outgoing, OutgoingOutput, outgoingOf } from './outgoing.ts';
import { warningsOf } from './warnings.ts';

const OTHERS = 'others: the platform does not tell whom';

/** What an answer tells about a version, or a draft, that takes the place of the live version. */
export const releaseOutput = {
  goes_out: z.array(OutgoingOutput).describe('Everything that is another than live now, whoever changed it'),
  goes_out_too: z
    .array(z.string())
    .describe('Versions that were saved and not published, and objects that others changed'),
  warnings: z.array(z.string()),
};

export interface Release {
  goes_out: Outgoing[];
  goes_out_too: string[];
  warnings: string[];
}

interface Releasing {
  live: Version | undefined;
  next: Version;
  /** Saved between the two. */
  between: readonly VersionHeader[];
  /** Undefined for a draft. */
  version?: string;
  now: number;
}

export async function recordOf(
  { history }: Pick<ToolContext<TagsClient>, 'history'>,
  place: Place,
  ...versions: (Version | undefined)[]
): Promise<OwnRecord> {
  const publicId = versions.map((version) => version?.container?.publicId).find((id) => id);
  return ownRecord(history, place, publicId);
}

/** What goes out, and whose changes these are as far as our own record tells. */
export async function releaseOf(releasing: Releasing, record: OwnRecord): Promise<Release> {
  const { live, next, between, version, now } = releasing;
  const span = { live: live?.containerVersionId, ...(version !== undefined && { version }) };
  const goes_out = (await outgoingOf(live, next)).map((one) => ({ ...one, by: authorOf(one, record, span) }));
  const foreign = goes_out.filter(({ by }) => by === OTHERS);
  return {
    goes_out,
    goes_out_too: [
      ...between
        .filter(({ containerVersionId: id }) => !record.isTakenBack(id, version))
        .map((header) => savedWords(header, record)),
      ...foreign.map(({ words }) => `${words} (by ${OTHERS})`),
    ],
    warnings: await warningsOf({ live, next, outgoing: goes_out, now }),
  };
}

const UNKNOWN = 'not known';
/** Kinds that our tools name in their calls; others may come along with them. */
const NAMED: readonly string[] = ['tag', 'trigger', 'variable'];

function authorOf({ kind, id }: Outgoing, record: OwnRecord, span: { live: string | undefined; version?: string }) {
  return record.authorOf(kind, id, span) ?? (NAMED.includes(kind) ? OTHERS : UNKNOWN);
}

function savedWords(header: VersionHeader, record: OwnRecord): string {
  const maker = record.makerOf(header.containerVersionId) ?? OTHERS;
  return `version ${versionWords(header)}${header.deleted ? ', since deleted' : ''}: saved and not live (by ${maker})`;
}

/** As an answer tells it: code stands once, not also as the field that it came from. */
export function answered(release: Release): Release {
  return { ...release, goes_out: release.goes_out.map((one) => ({ ...one, fields: withoutCode(one) })) };
}

function withoutCode({ fields, code }: Outgoing): Outgoing['fields'] {
  if (code === undefined) return fields;
  const told = Object.entries(fields).map(([field, value]) => [
    field,
    value.to === code ? { ...value, to: 'shown as code' } : value,
  ]);
  return Object.fromEntries(told);
}

/** The same for a plan: what is now and what would be, by name. */
export function asDifference({ goes_out, goes_out_too, warnings }: Release) {
  const { before, wanted } = asFields(goes_out);
  return {
    before,
    wanted: {
      ...(goes_out_too.length > 0 && { goes_out_too }),
      ...(warnings.length > 0 && { warnings }),
      ...wanted,
    },
  };
}
