import { z } from 'zod';
import { Failure, invalidArguments } from '../../../errors.ts';
import { lookupText, searchText } from '../../../tools/lookup-text.ts';
import { notFound } from '../../../tools/not-found.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { pathOf } from '../../../upstream/path.ts';
import type { ProfessionalClient } from '../client.ts';
import { WireList, WireSegment } from '../wire.ts';
import { idIn, urnOf } from './fields.ts';

/** Lists of people or companies that the advertiser uploads. */

/** The most members of one call, sent in requests of BATCH_MAX. */
export const MEMBERS_MAX = 10_000;
/** The platform's limit for one request. */
export const BATCH_MAX = 5000;
/** The platform loses members that are sent sooner than this after the list was created. */
export const SETTLE_MS = 5000;

export const ListShown = z
  .looseObject({ id: z.string(), list_id: z.string(), name: z.string() })
  .describe('With kind, urn for targeting, status, given, matched, size, large_enough');

/** The platform serves no ads to smaller audiences. */
export const SIZE_MIN = 300;

export function listOf({ id, name, type, inputCount, destinations: [place = {}] }: WireList) {
  return withoutUnset({
    // The audience id once there is one, as list_professional_audiences shows it; tools accept both.
    id: place.destinationSegmentId ? idIn(place.destinationSegmentId) : id,
    list_id: id,
    name,
    kind: type,
    urn: place.destinationSegmentId,
    status: place.status,
    given: inputCount,
    matched: place.matchedCount,
    size: place.audienceSize,
    large_enough: place.audienceSize === undefined ? undefined : place.audienceSize >= SIZE_MIN,
  });
}

/** Accepts the list's own id, its audience's id or URN, or its name. */
export const AudienceId = z
  .string()
  .trim()
  .min(1)
  .max(255)
  .describe('id, urn or exact name of an uploaded list (list_professional_audiences)');

/** Finds an uploaded list by id, audience URN or name. Audiences of visitors and lookalikes are not lists and cannot be changed here. */
export async function listMeant(client: ProfessionalClient, account: string, given: string): Promise<WireList> {
  const urn = given.startsWith('urn:') ? given : `urn:li:adSegment:${given}`;
  const lists = await listsOf(client, account);
  const [own, ...more] =
    [
      lists.filter(({ id }) => id === given),
      lists.filter(({ destinations }) => destinations.some((place) => place.destinationSegmentId === urn)),
      lists.filter(({ name }) => lookupText(name) === lookupText(given)),
      lists.filter(({ name }) => searchText(name) === searchText(given)),
    ].find((some) => some.length > 0) ?? [];
  if (own && more.length === 0) return own;
  const uploaded = lists.slice(0, 10).map(({ id, name }) => `${id} "${name}"`);
  const hint = `Lists that can be changed here: ${uploaded.join(', ') || 'none'}. Audiences of visitors, lookalikes and those uploaded elsewhere are changed in the platform's own interface.`;
  if (own)
    throw invalidArguments(
      [{ field: 'audience_id', message: `is the name of ${more.length + 1} lists: pass the id` }],
      hint,
    );
  throw notFound({
    what: 'uploaded list',
    field: 'audience_id',
    list: 'list_professional_audiences',
    accountArgument: 'account_id',
    hint,
  });
}

/** Audiences that the platform makes from others. It does not tell from which. */
export async function derivedAudiences(client: ProfessionalClient, account: string) {
  const params = { q: 'accounts', accounts: [urnOf('sponsoredAccount', account)] };
  const segments = await client.every('/adSegments', WireSegment, params, account);
  return segments
    .filter(({ type, status }) => /LOOKALIKE|PREDICTIVE/.test(type) && status !== 'ARCHIVED')
    .map(({ id, name, type }) => ({ id, name, status: type }));
}

export function readList(client: ProfessionalClient, account: string, id: string): Promise<WireList> {
  return client.get(pathOf`/dmpSegments/${id}`, WireList, {}, account);
}

/** The platform keeps lists apart by the app that uploaded them, under a name it gave the app. */
export function sourcePlatform(client: ProfessionalClient): string {
  const { source_platform } = client.session.options;
  if (source_platform) return source_platform;
  throw new Failure({
    code: 'unsupported',
    message: 'The connection names no source_platform, without which the platform takes no lists.',
    nextStep:
      'Ask the platform for access to its audience programme; it then gives the app that name. Add it to the connection (adhelm connect professional).',
  });
}

export async function listsOf(client: ProfessionalClient, account: string): Promise<WireList[]> {
  const source = sourcePlatform(client);
  const params = { q: 'account', account: urnOf('sponsoredAccount', account), sourcePlatform: source };
  return client.every('/dmpSegments', WireList, params, account);
}
