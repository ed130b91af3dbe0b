import { z } from 'zod';
import { Failure, invalidArguments } from '../../../../errors.ts';
import type { ToolContext } from '../../../../tools/define-tool.ts';
import { ifNotFound, notFound } from '../../../../tools/not-found.ts';
import { pathOf } from '../../../../upstream/path.ts';
import type { TagsClient } from '../../client.ts';
import { Container } from '../../wire.ts';
import { knownContainer, rememberContainer } from './known-containers.ts';

const NUMBER = /^\d{1,19}$/;
/** Google tags are also found by the ids they send to. */
const DESTINATION = /^(?:G|AW|DC|HA|UA|MC)-[A-Z0-9-]{3,20}$/;
const TAG_ID = /^GTM?-[A-Z0-9]{4,12}$/;

/** `GTM-…` as people know it, or the number in the platform's paths. */
export const ContainerId = z
  .string()
  .trim()
  .toUpperCase()
  .refine(
    (id) => [NUMBER, TAG_ID, DESTINATION].some((shape) => shape.test(id)),
    'must be GTM-… as on the website, its number from list_containers, or the id of a Google tag (G-…, AW-…)',
  )
  .describe('GTM-… or its number');

/** Where a container is. */
export interface Place {
  account: string;
  container: string;
  /** As the platform writes it: `accounts/1/containers/2`. */
  path: string;
  /** As the caller named it, for calls that are handed out. */
  named: string;
  /** What it can do, where finding the container told it. */
  features?: Container['features'];
  /** Where it runs, such as `web` or `server`, where finding the container told it. */
  usageContext?: Container['usageContext'];
}

type Caller = Pick<ToolContext<TagsClient>, 'client' | 'account' | 'accountNamed' | 'accounts'>;

/** A number is looked for in the call's account; a `GTM-…` tells its account itself, which has to be one the caller may use. */
export async function placeOf(id: string, caller: Caller): Promise<Place> {
  const { client, account } = caller;
  if (NUMBER.test(id)) return { account, container: id, path: containerPath(account, id), named: id };
  const known = knownContainer(client.session, id);
  if (!known) return placeIn(await lookUp(id, caller), id);
  refuseForeign(id, known, caller);
  return placeIn(known, id);
}

/** The container behind a `GTM-…` or an id of a Google tag: one request. */
async function lookUp(id: string, caller: Caller): Promise<Container> {
  const { client } = caller;
  const query = DESTINATION.test(id) ? { destinationId: id } : { tagId: id };
  const found = await client
    .get('accounts/containers:lookup', Container, query)
    .catch(ifNotFound((refusal) => unknownContainer(id, refusal)));
  refuseForeign(id, found, caller);
  rememberContainer(client.session, id, found);
  return found;
}

/** One container, by its number, its `GTM-…` or the id of its Google tag. */
export async function readContainer(id: string, caller: Caller): Promise<Container> {
  if (!NUMBER.test(id)) return lookUp(id, caller);
  const { path } = await placeOf(id, caller);
  return caller.client.get(path, Container).catch(ifNotFound((refusal) => unknownContainer(id, refusal)));
}

function refuseForeign(id: string, { accountId }: Pick<Container, 'accountId'>, caller: Caller): void {
  const { account, accountNamed, accounts } = caller;
  const isMeant = accountNamed ? accountId === account : !accounts || accounts.includes(accountId);
  if (!isMeant) throw unknownContainer(id);
}

type Found = Pick<Container, 'accountId' | 'containerId' | 'features' | 'usageContext'>;

function placeIn(container: Found, named: string): Place {
  const { accountId: account, containerId, features, usageContext } = container;
  return { account, container: containerId, path: containerPath(account, containerId), named, features, usageContext };
}

function containerPath(account: string, container: string): string {
  return pathOf`/accounts/${account}/containers/${container}`.slice(1);
}

/** Features of containers that tools need, in words. */
export const FEATURES = { supportWorkspaces: 'drafts', supportTags: 'tags', supportVersions: 'versions' } as const;

/**
 * Work that a container has to be made for: Google tags have no drafts, tags or versions. Where it is not known what the container
 * can do, it is read only when the platform refuses.
 */
export async function supported<T>(
  client: TagsClient,
  place: Place,
  feature: keyof typeof FEATURES,
  work: () => Promise<T>,
): Promise<T> {
  if (place.features?.[feature] === false) throw withoutFeature(place, feature);
  try {
    return await work();
  } catch (error) {
    const mayBe = error instanceof Failure && REFUSALS.has(error.code) && !place.features;
    const container = mayBe ? await client.get(place.path, Container).catch(() => undefined) : undefined;
    throw container?.features[feature] === false ? withoutFeature(place, feature) : error;
  }
}

const REFUSALS = new Set(['invalid_arguments', 'not_found', 'permission_denied']);

function withoutFeature({ container }: Place, feature: keyof typeof FEATURES): Failure {
  const message = `The container ${container} has no ${FEATURES[feature]}: it is a Google tag, and the platform lets nothing be changed in it here.`;
  return new Failure({
    code: 'invalid_arguments',
    message,
    problems: [{ field: 'container_id', message }],
    nextStep: 'Use a container whose id begins with GTM-; list_containers shows them.',
  });
}

export function unknownContainer(id: string, refusal?: Failure): Failure {
  return notFound({
    what: 'container',
    id,
    list: 'list_containers',
    accountArgument: 'account_id',
    upstream: refusal?.details.upstream,
  });
}

/** Where a container runs; read where finding it did not tell. */
async function usageOf(client: TagsClient, place: Place): Promise<Container['usageContext']> {
  return place.usageContext ?? (await client.get(place.path, Container)).usageContext;
}

export async function isServerContainer(client: TagsClient, place: Place): Promise<boolean> {
  return (await usageOf(client, place)).includes('server');
}

/** Code and clicks are of browsers: a server container would keep such tags and never fire them. */
export async function refuseServer(client: TagsClient, place: Place): Promise<void> {
  const contexts = await usageOf(client, place);
  if (contexts.length === 0 || contexts.includes('web') || contexts.includes('amp')) return;
  const message = `is a container for ${contexts.join(', ')}: these tags run in browsers, in a container for the web`;
  throw invalidArguments(
    [{ field: 'container_id', message }],
    'Name the container of the website; list_containers shows the kind of each. Nothing was sent.',
  );
}
