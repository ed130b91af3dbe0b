import { z } from 'zod';
import { Id } from '../../../../tools/fields.ts';
import { ifNotFound, orNone } from '../../../../tools/not-found.ts';
import type { TagsClient } from '../../client.ts';
import { type Version, VersionHeader } from '../../wire.ts';
import { type Place, supported, unknownContainer } from './container.ts';
import { isNeverPublished, liveVersion } from './contents.ts';
import { isOlder, numberOf } from './own-record.ts';

export const VersionId = Id.describe('Version of the container');

export const VersionOutput = z
  .looseObject({ version_id: z.string(), fingerprint: z.string() })
  .describe('Also name, notes, deleted, url, and how many tags, triggers, variables');

export function shownVersion(version: Version): z.infer<typeof VersionOutput> {
  const { containerVersionId, name, description, deleted, fingerprint, tagManagerUrl } = version;
  return {
    version_id: containerVersionId,
    ...(name && { name }),
    ...(description && { notes: description }),
    ...(deleted && { deleted }),
    fingerprint,
    tags: version.tag.length,
    triggers: version.trigger.length,
    variables: version.variable.length,
    ...(tagManagerUrl && { url: tagManagerUrl }),
  };
}

/** What visitors get; undefined where the container was never published. */
export function liveOrNone(client: TagsClient, place: Place): Promise<Version | undefined> {
  return liveVersion(client, place).catch((error: unknown) => {
    if (isNeverPublished(error)) return undefined;
    throw error;
  });
}

/** The newest version, which drafts begin from; one request. */
export function latestHeader(client: TagsClient, place: Place): Promise<VersionHeader> {
  return supported(client, place, 'supportVersions', () =>
    client.get(`${place.path}/version_headers:latest`, VersionHeader),
  );
}

/** The same; undefined where there is none yet. */
export async function latestOrNone(client: TagsClient, place: Place): Promise<VersionHeader | undefined> {
  const header = await orNone(latestHeader(client, place));
  return header && header.containerVersionId !== '0' ? header : undefined;
}

/** Every version, also deleted ones. The platform cuts its pages as it likes, so this may take several requests. */
export function headersOf(client: TagsClient, place: Place): Promise<VersionHeader[]> {
  return supported(client, place, 'supportVersions', () =>
    client
      .every(`${place.path}/version_headers`, 'containerVersionHeader', VersionHeader, { includeDeleted: true })
      .catch(ifNotFound((refusal) => unknownContainer(place.container, refusal))),
  );
}

/**
 * The versions that were saved after the live one and up to another, that one left out: their changes go out with it. Neighbours
 * have none between them, which costs no request.
 */
export async function versionsBetween(
  client: TagsClient,
  place: Place,
  live: Version | undefined,
  until: string,
): Promise<VersionHeader[]> {
  const from = live?.containerVersionId ?? '0';
  if (numberOf(until) - numberOf(from) <= 1n) return [];
  const headers = await headersOf(client, place);
  return headers.filter(({ containerVersionId: id }) => isOlder(from, id) && isOlder(id, until));
}

/** `8 "Black Friday"`. */
export function versionWords({ containerVersionId: id, name }: Pick<VersionHeader, 'containerVersionId' | 'name'>) {
  return name ? `${id} "${name}"` : id;
}
