import { Failure, invalidArguments } from '../../../errors.ts';
import type { Identity, ReachableAccount } from '../../../tools/channel.ts';
import type { SearchClient } from '../client.ts';
import { type Found, walkHierarchy } from './account-hierarchy.ts';

/** The platform does not name the user, so the OAuth client is named instead. */
export async function identify(client: SearchClient): Promise<Identity> {
  const found = await walk(client, Number.POSITIVE_INFINITY);
  const { loginCustomerId } = client;
  if (loginCustomerId !== undefined && !found.some(({ id }) => id === loginCustomerId)) throw unknownManager(found);
  return { who: `a user of the OAuth client ${await client.oauthClientId()}`, accounts: found.map(shown) };
}

export async function accountsOf(client: SearchClient, most: number): Promise<ReachableAccount[]> {
  return (await walk(client, most)).map(shown);
}

/** A closed account is listed but cannot be read. When no account can be read, the connection itself is refused. */
async function walk(client: SearchClient, most: number): Promise<Found[]> {
  const found: Found[] = [];
  for await (const account of walkHierarchy(client, (await client.accessibleCustomers()).sort())) {
    if (found.length >= most) break;
    found.push(account);
  }
  if (found.length > 0 && found.every(({ problem }) => problem !== undefined)) throw noneReadable(found);
  return found;
}

function shown({ id, name, currency, status, is_manager, problem, login_customer_id }: Found): ReachableAccount {
  return {
    id,
    ...(name && { name: is_manager ? `${name} (manager)` : name }),
    ...(currency && { currency }),
    status: status ?? (problem === undefined ? 'UNKNOWN' : 'NOT READABLE'),
    ...(login_customer_id && { through: { login_customer_id } }),
  };
}

function noneReadable(found: readonly Found[]): Failure {
  return new Failure({
    code: 'permission_denied',
    message: `The connected user reaches ${found.length} search accounts, and none can be read: ${found[0]?.problem}`,
    nextStep: 'Have the user given access to an account that is in use, then connect again (adhelm connect search).',
  });
}

function unknownManager(found: readonly Found[]): Failure {
  const managers = found.filter(({ is_manager }) => is_manager).map(({ id }) => id);
  return invalidArguments(
    [
      {
        field: 'login_customer_id',
        message: `is no account that the connected user reaches; its managers: ${managers.join(', ') || 'none'}`,
        allowed_values: managers,
      },
    ],
    'Connect again with a login_customer_id of these, or without one.',
  );
}
