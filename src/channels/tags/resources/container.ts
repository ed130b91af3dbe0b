import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import type { ToolContext } from '../../../tools/define-tool.ts';
import { notFound } from '../../../tools/not-found.ts';
import { pathOf } from '../../../upstream/path.ts';
import type { TagsClient } from '../client.ts';
import type { Container } from '../wire.ts';

/** `GTM-…` as people know it, or the number in the platform's paths. */
export const ContainerId = z
  .string()
  .trim()
  .refine(
    (id) => /^(GTM-[A-Z0-9]{4,12}|\d{1,19})$/.test(id),
    'must be GTM-… as on the website, or the number from list_containers',
  )
  .describe('GTM-… or its number');

/** Where a container is. */
export interface Place {
  account: string;
  container: string;
  /** As the platform writes it: `accounts/1/containers/2`. */
  path: string;
}

type Caller = Pick<ToolContext<TagsClient>, 'client' | 'account' | 'accountNamed' | 'accounts'>;

/** A number is looked for in the call's account; a `GTM-…` tells its account itself, which has to be one the caller may use. */
export async function placeOf(id: string, { client, account, accountNamed, accounts }: Caller): Promise<Place> {
  if (!id.startsWith('GTM-')) return { account, container: id, path: containerPath(account, id) };
  const found = await client.lookUp(id).catch((error: unknown) => {
    throw error instanceof Failure && error.code === 'not_found' ? unknownContainer(id, error) : error;
  });
  const isMeant = accountNamed ? found.accountId === account : !accounts || accounts.includes(found.accountId);
  if (!isMeant) throw unknownContainer(id);
  return placeIn(found);
}

export function placeIn({ accountId, containerId }: Pick<Container, 'accountId' | 'containerId'>): Place {
  return { account: accountId, container: containerId, path: containerPath(accountId, containerId) };
}

function containerPath(account: string, container: string): string {
  return pathOf`/accounts/${account}/containers/${container}`.slice(1);
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
