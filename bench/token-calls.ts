import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DAY_MS, realAmbient } from '../src/ambient.ts';
import { loadSettings } from '../src/config.ts';
import { storeFile } from '../src/process/data-files.ts';
import { openHome } from '../src/process/home.ts';
import { callUs, median } from './load.ts';
import { startOurs, stop } from './processes.ts';

export interface TokenCalls {
  /** Processor time of a local call with the token of a grant, of that with a key. */
  tokenOfKey: number;
}

const USED = 200;
const ROUNDS = 7;

/** One service; calls by a number of tokens and by as many keys, in turn. */
export async function measureTokenCalls(folder: string, seconds: number): Promise<TokenCalls> {
  const data = join(folder, 'tokens');
  await stop(await startOurs(data, { ADHELM_SANDBOX: 'off' }));
  const { keys, tokens } = await credentials(data);
  const service = await startOurs(data, { ADHELM_SANDBOX: 'off' });
  const keyUs = () => callUs(service, keys, seconds);
  const tokenUs = () => callUs(service, tokens, seconds);
  for (const warmUp of [keyUs, tokenUs, keyUs, tokenUs]) await warmUp();
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const one = await keyUs();
    ratios.push((await tokenUs()) / one);
  }
  await stop(service);
  return { tokenOfKey: median(ratios) };
}

async function credentials(data: string): Promise<{ keys: string[]; tokens: string[] }> {
  const settings = loadSettings({ ADHELM_DATA: data });
  const file = new DatabaseSync(storeFile(settings));
  file.exec(`insert into people (id, name, email, email_verified, created_at, updated_at)
      values ('per_bench', 'Bench', 'bench@example.com', 1, '2026-01-01T00:00:00Z', '2026-01-01T00:00:00Z');
    insert into members (id, organization_id, workspace_id, email, role, created_at)
      select 'mem_bench', id, null, 'bench@example.com', 'owner', 0 from organizations limit 1;`);
  file.close();
  const home = await openHome(settings, realAmbient);
  const { id: workspaceId } = await home.store.db.selectFrom('workspaces').select('id').executeTakeFirstOrThrow();
  const [keys, tokens]: [string[], string[]] = [[], []];
  const expiresAt = Date.now() + DAY_MS;
  for (let index = 0; index < USED; index++) {
    keys.push((await home.keyRing.create({ workspaceId, name: 'used', actor: 'bench' })).key);
    const resource = 'http://127.0.0.1/workspace/mcp';
    const client = { id: 'cli_bench', name: 'Bench', redirectHost: '127.0.0.1' };
    const grant = { workspaceId, personId: 'per_bench', client, resource, channels: ['workspace'], readOnly: false };
    const grantId = await home.grants.create({ ...grant, expiresAt });
    const token = realAmbient.randomBytes(32).toString('base64url');
    const row = { kind: 'AccessToken', grant_id: grantId, payload: '{}', resource, consumed_at: null };
    await home.store.db
      .insertInto('oauth_artifacts')
      .values({ ...row, digest: home.grants.digest(token), expires_at: expiresAt })
      .execute();
    tokens.push(token);
  }
  await home.close();
  return { keys, tokens };
}
