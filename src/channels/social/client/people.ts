import { pathOf } from '../../../upstream/path.ts';
import { API_VERSION, type Params, type SocialClient } from '../client.ts';
import { PeopleChanged } from '../wire-answers.ts';

/**
 * One batch of hashed rows. Removing is a DELETE with a body, which not every intermediary lets through: the platform takes it
 * as a POST that says what it is.
 */
export function changePeople(
  client: SocialClient,
  audience: string,
  action: 'add' | 'remove',
  payload: { schema: readonly string[]; data: readonly (readonly string[])[] },
  now: number,
  account: string | undefined,
) {
  const session = { session_id: now, batch_seq: 1, last_batch_flag: true, estimated_num_total: payload.data.length };
  const body: Params = { payload, ...(action === 'add' ? { session } : { method: 'DELETE' }) };
  return client.change(pathOf`/${API_VERSION}/${audience}/users`, body, PeopleChanged, account);
}
