import { Failure } from '../../../errors.ts';
import type { SearchClient } from '../client.ts';
import { CLIENT_FIELDS, CUSTOMER_FIELDS, shownCustomer } from './account.ts';
import { equal, Literal } from './wire/gaql.ts';

type Shown = ReturnType<typeof shownCustomer>;

/** An account of the hierarchy; one that cannot be read has a problem instead of its details. */
export interface Found extends Partial<Shown> {
  id: string;
  level: number;
  manager_id?: string;
  login_customer_id?: string;
  problem?: string;
}

/** Called for every link from a manager to an account, also when the account was yielded before. */
type Linked = (id: string, managerId: string) => void;

/** The given accounts and all below them, each after its manager. An account with two managers is yielded once. */
export async function* walkHierarchy(
  client: SearchClient,
  roots: readonly string[],
  linked: Linked = () => {},
): AsyncGenerator<Found> {
  const seen = new Set<string>();
  for (const root of roots) {
    if (seen.has(root)) continue;
    seen.add(root);
    const found = await rootOf(client, root);
    yield found;
    if (found.is_manager) yield* below(client, root, found, seen, linked);
  }
}

async function* below(
  client: SearchClient,
  login: string,
  manager: Found,
  seen: Set<string>,
  linked: Linked,
): AsyncGenerator<Found> {
  for (const child of await childrenOf(client, login, manager.id)) {
    linked(child.id, manager.id);
    if (seen.has(child.id)) continue;
    seen.add(child.id);
    const found = { ...child, level: manager.level + 1, manager_id: manager.id, login_customer_id: login };
    yield found;
    if (found.is_manager) yield* below(client, login, found, seen, linked);
  }
}

async function rootOf(client: SearchClient, id: string): Promise<Found> {
  try {
    const [row] = await client.rows(id, { select: CUSTOMER_FIELDS, from: 'customer', limit: 1 }, id);
    if (!row?.customer) return { id, level: 0, problem: 'The platform shows nothing about it.' };
    const shown = shownCustomer(row.customer);
    return { ...shown, level: 0, ...(shown.is_manager && { login_customer_id: id }) };
  } catch (error) {
    // A closed account is listed as reachable, but reading it is refused.
    if (!(error instanceof Failure) || error.retryable || error.code === 'token_expired') throw error;
    return { id, level: 0, problem: error.details.message };
  }
}

async function childrenOf(client: SearchClient, login: string, manager: string): Promise<Shown[]> {
  const query = {
    select: CLIENT_FIELDS,
    from: 'customer_client',
    where: [equal('customer_client.level', Literal.digits('1'))],
    orderBy: [{ field: 'customer_client.id' }],
  };
  const rows = await client.rows(manager, query, login);
  return rows.flatMap(({ customerClient }) => (customerClient ? [shownCustomer(customerClient)] : []));
}
