import { orProblem } from '../../../tools/read-problem.ts';
import type { SearchClient } from '../client.ts';
import { CLIENT_FIELDS, CUSTOMER_FIELDS, shownCustomer } from './account.ts';
import { equal, Literal } from './wire/gaql.ts';

type Shown = ReturnType<typeof shownCustomer>;

/** An account of the hierarchy. `problem`: why it has no details, or, for a manager, why the accounts below it are not told. */
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
    yield* withBelow(client, root, await rootOf(client, root), seen, linked);
  }
}

async function* withBelow(
  client: SearchClient,
  login: string,
  found: Found,
  seen: Set<string>,
  linked: Linked,
): AsyncGenerator<Found> {
  const children = found.is_manager ? await orProblem(() => childrenOf(client, login, found.id)) : [];
  yield 'problem' in children ? { ...found, ...children } : found;
  if ('problem' in children) return;
  for (const child of children) {
    linked(child.id, found.id);
    if (seen.has(child.id)) continue;
    seen.add(child.id);
    const below = { ...child, level: found.level + 1, manager_id: found.id, login_customer_id: login };
    yield* withBelow(client, login, below, seen, linked);
  }
}

async function rootOf(client: SearchClient, id: string): Promise<Found> {
  const read = await orProblem(async () => {
    const [row] = await client.rows(id, { select: CUSTOMER_FIELDS, from: 'customer', limit: 1 }, id);
    return row?.customer ? shownCustomer(row.customer) : { problem: 'The platform shows nothing about it.' };
  });
  return { id, level: 0, ...read, ...('is_manager' in read && read.is_manager && { login_customer_id: id }) };
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
