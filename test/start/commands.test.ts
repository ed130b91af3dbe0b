import { spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import {
  ADHELM,
  adhelm,
  adhelmAlone,
  callTool,
  cleanEnvironment,
  ROOT,
  resultOf,
  running,
  serve,
  until,
} from './command-line.ts';
import { dataFolder, servedFolder } from './data-folder.ts';

const served = servedFolder();
const data = served.path;
/** For files beside the data. */
const folder = dataFolder();

const run = (...args: string[]) => adhelm([...args, '--data', data], { ADHELM_URL: served.service.url });

/** The JSON a command prints, and nothing but JSON. */
// biome-ignore lint/suspicious/noExplicitAny: tests read replies as untyped JSON
async function json(...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await run(...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout.trim().split('\n')).toHaveLength(1);
  return JSON.parse(stdout);
}

const statusWith = async (key: string, tool?: string, channel?: string) =>
  (await callTool(served.service.url, key, tool, channel)).status;

const COMMANDS =
  'serve sandbox workspace member connect connect-agent disconnect key grant call sheet doctor audit rotate-master-key backup migrate-store user report limit endpoint plan policy stop jobs leads erase conversions'.split(
    ' ',
  );

describe('help', () => {
  test('names every command', async () => {
    const { code, stdout } = await adhelmAlone(['--help']);
    expect(code).toBe(0);
    for (const name of COMMANDS) expect(stdout).toMatch(new RegExp(`^  ${name}\\b`, 'm'));
    expect(stdout.match(/^ {2}\w+/gm)).toHaveLength(COMMANDS.length);
    for (const word of ['-h', 'help']) expect((await adhelm([word])).stdout).toBe(stdout);
  });

  test('of a command can be asked for in three ways', async () => {
    const { stdout } = await adhelm(['key', '--help']);
    expect(stdout).toContain('-h, --help');
    expect(await adhelm(['key', '-h'])).toEqual({ code: 0, stdout, stderr: '' });
    expect(await adhelm(['help', 'key'])).toEqual({ code: 0, stdout, stderr: '' });
    expect((await adhelm(['help', 'kye'])).code).toBe(2);
  });

  test('--version says which this is', async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const { code, stdout } = await adhelmAlone(['--version']);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^adhelm ${version.replaceAll('.', '\\.')} \\(Node 24\\.`));
  });

  test.concurrent.each(COMMANDS)('%s --help', async (name) => {
    const { code, stdout, stderr } = await adhelm([name, '--help']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(new RegExp(`^adhelm ${name}`));
    for (const option of ['--data', '--json', '--help']) expect(stdout).toContain(option);
  });
});

test('connect-agent tells every client where to connect, by sign-in and by key', async () => {
  const told = (...args: string[]) => adhelm(['connect-agent', '--url', 'https://ads.example.com', ...args]);
  const { code, stdout } = await told('--json');
  expect(code).toBe(0);
  const { clients } = JSON.parse(stdout) as { clients: Record<string, string | null>[] };
  expect(clients.map(({ name }) => name)).toEqual(['Claude', 'Claude Code', 'ChatGPT', 'Cursor', 'VS Code', 'Codex']);
  for (const { signIn, key } of clients) {
    expect(signIn).toContain('https://ads.example.com/mcp');
    expect(key ?? 'ADHELM_API_KEY').toContain('ADHELM_API_KEY');
  }
  const codex = await told('codex', '--channels', 'social,search', '--key', 'sk_live_abc');
  expect(codex.stdout.match(/url = .*/g)).toEqual(
    ['social', 'search', 'social', 'search'].map((channel) => `url = "https://ads.example.com/${channel}/mcp"`),
  );
  expect(codex.stdout).toContain('Bearer sk_live_abc');
});

describe('wrong use is told in one line, with exit code 2', () => {
  test.concurrent.each([
    ['an unknown command', ['sevre'], /no command "sevre"\. There are: serve, /],
    ['an unknown option', ['serve', '--prot', '1'], /'--prot'.*adhelm serve --help/],
    ['a word too many', ['audit', 'verify', 'twice'], /"twice".*adhelm audit --help/],
    ['no verb', ['key'], /create, list, roll, limit, allow, deny, revoke/],
    ['a verb of Object', ['key', 'constructor'], /create, list, roll, limit, allow, deny, revoke/],
    ['no workspace for a key', ['key', 'create'], /--workspace/],
    ['an unknown workspace', ['key', 'create', '--workspace', 'Nobody'], /"Nobody".*Acme, Acme Japan/],
    ['an unknown client', ['connect-agent', 'clod'], /"clod" among: Claude, /],
    ['an unknown channel', ['key', 'create', '--workspace', 'Acme', '--channels', 'serach'], /"serach".*search/],
    ['an end in the past', ['key', 'create', '--workspace', 'Acme', '--expires', '2020-01-01'], /"2020-01-01".*30d/],
    ['an end that is now', ['key', 'create', '--workspace', 'Acme', '--expires', '0s'], /"0s".*30d/],
    ['an end that is no time', ['key', 'create', '--workspace', 'Acme', '--expires', 'soon'], /"soon".*30d/],
    ['an option of another verb', ['key', 'list', '--expires', '3d'], /key list does not take --expires/],
    ['an id where none is taken', ['key', 'list', 'key_x'], /key list takes no "key_x". See: adhelm key --help/],
    ['a name without its option', ['workspace', 'create', 'Client B'], /A name is given as --name "Client B"/],
    ['no id', ['key', 'revoke'], /key list/],
    ['a limit that is no number', ['key', 'limit', 'key_x', '--rate-points', '0'], /"0".*above zero, or default/],
    ['no quota', ['workspace', 'quota', 'Acme'], /--rate-points is needed/],
    ['a quota that is no number', ['workspace', 'quota', 'Acme', '--rate-points', 'x'], /"x".*above zero, or none/],
    ['no amount', ['limit', 'set', '--workspace', 'Acme'], /adhelm limit set --workspace Acme --daily 500/],
    ['a limit without a currency', ['limit', 'set', '--workspace', 'Acme', '--daily', '5'], /--currency is needed/],
    ['a limit without a workspace', ['limit', 'set', '--daily', '5', '--currency', 'USD'], /--workspace is needed/],
    ['a limit of an unknown key', ['limit', 'set', '--key', 'key_x', '--step', '50'], /no key "key_x"/],
    ['an unknown kind', ['limit', 'remove', '--organization', '--kind', 'dayly'], /"dayly"; allowed: daily, /],
    ['an overlap without a unit', ['key', 'roll', 'key_x', '--overlap', '5'], /--overlap.*24h/],
    ['no tool', ['call', 'search'], /adhelm call search get_customer/],
    ['arguments that are not JSON', ['call', 'search', 'get_customer', '{'], /not JSON/],
    ['no file', ['backup'], /adhelm backup/],
    ['an address of no service', ['call', 'search', 'get_customer', '--url', 'nowhere'], /"nowhere"/],
  ])('%s', async (_, args, said) => {
    const { code, stdout, stderr } = await run(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toMatch(said);
  });

  test('as the exit code of a process too', async () => {
    expect(await adhelmAlone(['sevre'])).toEqual(await adhelm(['sevre']));
  });

  test('a data folder that is not there is not made by asking about it', async () => {
    const nowhere = join(folder.path, 'nowhere');
    for (const words of [
      ['key', 'list'],
      ['audit', 'verify'],
      ['backup', join(folder.path, 'x')],
    ]) {
      const { code, stderr } = await adhelm([...words, '--data', nowhere]);
      expect(code).toBe(2);
      expect(stderr).toContain(nowhere);
    }
    expect(existsSync(nowhere)).toBe(false);
  });
});

describe('key', () => {
  const create = (...more: string[]) => json('key', 'create', '--workspace', 'Acme', '--name', 'test', ...more);

  test('create prints exactly key, id and workspaceId, and the key works', async () => {
    const made = await create();
    expect(Object.keys(made).sort()).toEqual(['id', 'key', 'workspaceId']);
    expect(made.key).toMatch(/^sk_live_[0-9A-Za-z]{36,}$/);
    expect(await statusWith(made.key)).toBe(200);
  });

  test('without --json the key stands alone on the first line', async () => {
    const { stdout } = await run('key', 'create', '--workspace', 'Acme Japan');
    expect(await statusWith(stdout.split('\n')[0]!)).toBe(200);
  });

  test('list shows every key and none of their secrets', async () => {
    const made = await create('--expires', '2d', '--channels', 'search,workspace', '--read-only');
    const { keys } = await json('key', 'list');
    const shown = keys.find(({ id }: { id: string }) => id === made.id);
    expect(shown).toMatchObject({ status: 'active', readOnly: true, channels: ['search', 'workspace'] });
    expect(Date.parse(shown.expiresAt) - Date.now()).toBeGreaterThan(86_400_000);
    expect(JSON.stringify(keys)).not.toContain(made.key.slice(8, -4));
    const people = (await run('key', 'list', '--workspace', 'Acme')).stdout;
    expect(people).toMatch(new RegExp(`^${made.id} +Acme +test `, 'm'));
    expect(people).toMatch(/ Acme and all others +first key/);
    expect(shown.workspaceName).toBe('Acme');
    expect(people).not.toContain('sk_live_');
  });

  test('--channels and --read-only hold', async () => {
    const { key } = await create('--channels', 'workspace', '--read-only');
    expect(await statusWith(key, 'list_workspaces', 'workspace')).toBe(200);
    expect(await statusWith(key)).toBe(403);
  });

  test('an expired key no longer works', async () => {
    const { key } = await create('--expires', '1s');
    await until(async () => ((await statusWith(key)) === 401 ? true : undefined), 5_000);
  });

  test('roll keeps the old key alive for its overlap', async () => {
    const old = await create();
    const rolled = await json('key', 'roll', old.id, '--overlap', '2s');
    expect(Date.parse(rolled.previousExpiresAt)).toBeGreaterThan(Date.now() - 60_000);
    expect(await statusWith(rolled.key)).toBe(200);
    const brief = await create();
    const next = await json('key', 'roll', brief.id, '--overlap', '1h');
    expect(await statusWith(brief.key)).toBe(200);
    expect(await statusWith(next.key)).toBe(200);
    await until(async () => ((await statusWith(old.key)) === 401 ? true : undefined), 5_000);
    expect(await statusWith(rolled.key)).toBe(200);
  });

  test('revoke takes effect in the running service within a second', async () => {
    const { key, id } = await create();
    expect(await statusWith(key)).toBe(200);
    expect(await json('key', 'revoke', id)).toEqual({ revoked: true });
    await until(async () => ((await statusWith(key)) === 401 ? true : undefined), 1_000);
    const again = await run('key', 'revoke', id, '--json');
    expect({ code: again.code, said: JSON.parse(again.stdout) }).toEqual({ code: 1, said: { revoked: false } });
  });

  test('it is let see personal data or write custom HTML, and no longer', async () => {
    const { id } = await create();
    expect(await json('key', 'allow', id, '--personal-data')).toEqual({ changed: true, personalData: true });
    expect((await run('key', 'list')).stdout).toMatch(new RegExp(`${id}.*, personal data `));
    expect(await json('key', 'deny', id, '--personal-data')).toEqual({ changed: true, personalData: false });
    expect((await run('key', 'allow', id)).code).toBe(2);
    expect(await json('key', 'allow', id, '--custom-html')).toEqual({ changed: true, customHtml: true });
    expect((await run('key', 'list')).stdout).toMatch(new RegExp(`${id}.*, custom html `));
    expect(await json('key', 'deny', id, '--custom-html')).toEqual({ changed: true, customHtml: false });
    expect((await run('key', 'allow', id, '--custom-html', '--personal-data')).code).toBe(2);
  });

  test('its limit is changed and listed, and so is the quota of its workspace', async () => {
    const { key, id } = await create();
    expect(await json('key', 'limit', id, '--rate-points', '77')).toEqual({ changed: true, ratePoints: 77 });
    const limit = async () => (await callTool(served.service.url, key)).headers.get('x-ratelimit-limit');
    await until(async () => ((await limit()) === '77' ? true : undefined));
    expect((await run('key', 'list')).stdout).toMatch(new RegExp(`${id}.* 77 `));
    expect(await json('key', 'limit', id, '--rate-points', 'default')).toEqual({ changed: true, ratePoints: null });
    expect((await run('key', 'limit', 'key_x', '--rate-points', '5')).code).toBe(1);

    const { workspaceId } = await json('workspace', 'quota', 'Acme', '--rate-points', '8000');
    await until(async () => ((await limit()) === '8000' ? true : undefined));
    expect((await json('workspace', 'list')).workspaces[0]).toMatchObject({ workspaceId, ratePoints: 8_000 });
    await json('workspace', 'quota', 'Acme', '--rate-points', 'none');
    await until(async () => ((await limit()) === '9000' ? true : undefined));
  });

  test('rolling a key there is not says so and exits 1', async () => {
    const words = ['key', 'roll', 'key_nobody', '--data', data];
    const { code, stderr } = await adhelmAlone(words);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^There is no key key_nobody\. /);
  });
});

describe('grant', () => {
  /** As the consent page makes it. */
  async function given(): Promise<string> {
    const { id: keyId } = await json('key', 'create', '--workspace', 'Acme', '--name', 'Claude');
    const db = new DatabaseSync(join(data, 'adhelm.sqlite'));
    db.prepare('update api_keys set expires_at = ? where id = ?').run(Date.now() + 86_400_000, keyId);
    db.prepare('insert into grants values (?, ?, ?, ?, ?, ?)').run(
      keyId,
      'per_x',
      'https://claude.ai/oauth/mcp-oauth-client-metadata',
      'Claude',
      'claude.ai',
      'https://ads.example.com/social/mcp',
    );
    db.close();
    return keyId;
  }

  test('list shows client and place, revoke ends it, and keys are listed without it', async () => {
    expect((await run('grant', 'list')).stdout).toMatch(/^No grants yet/);
    const id = await given();
    const [shown] = (await json('grant', 'list', '--workspace', 'Acme')).grants;
    expect(shown).toMatchObject({ id, client: { name: 'Claude', redirectHost: 'claude.ai' }, status: 'active' });
    expect((await run('grant', 'list')).stdout).toMatch(new RegExp(`^${id} +Acme +Claude +claude\\.ai `, 'm'));
    expect(JSON.stringify(await json('key', 'list'))).not.toContain(id);
    await json('limit', 'set', '--key', id, '--daily', '10', '--currency', 'USD');
    await json('limit', 'remove', '--key', id, '--kind', 'daily', '--currency', 'USD');
    expect(await json('grant', 'revoke', id)).toEqual({ revoked: true });
    expect((await json('grant', 'list')).grants[0]).toMatchObject({ status: 'revoked' });
    expect((await run('grant', 'revoke', id)).code).toBe(1);
    const { id: key } = await json('key', 'create', '--workspace', 'Acme', '--name', 'no grant');
    expect((await run('grant', 'revoke', key)).code, 'a key is no grant').toBe(1);
  });
});

describe('limit', () => {
  test('sets, lists and removes what a workspace, a key or the organization may spend', async () => {
    const { id } = await json('key', 'create', '--workspace', 'Acme', '--name', 'limited');
    await json('limit', 'set', '--workspace', 'Acme', '--daily', '500', '--step', '50', '--currency', 'USD');
    await json('limit', 'set', '--workspace', 'Acme', '--daily', '450.50', '--currency', 'USD');
    await json('limit', 'set', '--key', id, '--month', '900', '--currency', 'EUR');
    await json('limit', 'set', '--organization', '--day-step', '100');
    const shown = (await json('limit', 'list')).limits;
    expect(
      shown.map(({ scope, kind, currency, amount }: Record<string, string>) => [scope, kind, currency, amount]),
    ).toEqual([
      ['workspace', 'daily', 'USD', '450.50'],
      ['workspace', 'step', '', '50'],
      ['organization', 'day_step', '', '100'],
      ['key', 'month', 'EUR', '900'],
    ]);
    expect((await json('limit', 'list', '--workspace', 'Acme Japan')).limits).toHaveLength(1);
    expect((await run('limit', 'list')).stdout).toMatch(/workspace .* daily +450\.50 USD .*command line/);
    expect((await run('limit', 'set', '--workspace', 'Acme', '--daily', '-5', '--currency', 'USD')).code).not.toBe(0);
    for (const words of [
      ['--workspace', 'Acme', '--kind', 'daily', '--currency', 'USD'],
      ['--workspace', 'Acme', '--kind', 'step'],
      ['--organization', '--kind', 'day_step'],
      ['--key', id, '--kind', 'month', '--currency', 'EUR'],
    ])
      expect(await json('limit', 'remove', ...words)).toEqual({ removed: true });
    expect((await run('limit', 'remove', '--organization', '--kind', 'day_step')).code).toBe(1);
    expect((await json('limit', 'list')).limits).toEqual([]);
  });
});

describe('call', () => {
  test('is readable, needs no key of its own and leaves none behind', async () => {
    const before = (await json('key', 'list')).keys.filter(({ status }: { status: string }) => status === 'active');
    const { code, stdout } = await run('call', 'search', 'get_customer');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^customer\n {2}id +\d{10}\n/);
    const after = (await json('key', 'list')).keys.filter(({ status }: { status: string }) => status === 'active');
    expect(after).toHaveLength(before.length);
  });

  test('shows lists as tables', async () => {
    const { stdout } = await run('call', 'workspace', 'list_workspaces', '{}');
    expect(stdout).toMatch(/^workspaces\nworkspaceId +name/m);
    expect(stdout).toContain('Acme Japan');
  });

  test('shows what is nested as a person reads it', async () => {
    const { code, stdout } = await run('call', 'search', 'get_campaign_performance', '{"limit":3}');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^campaign id +campaign name .*metrics cost/m);
    expect(stdout).toMatch(/ \d+\.\d\d USD/);
    expect(stdout).not.toMatch(/[{}[\]"]/);
  });

  test('with --json prints the raw reply', async () => {
    const reply = await json('call', 'search', 'get_customer', '{}');
    expect(Object.keys(reply)).toEqual(['jsonrpc', 'id', 'result']);
    expect(JSON.parse(reply.result.content[0].text)).toHaveProperty('customer.id');
  });

  test('takes a key and a workspace', async () => {
    const told = await run('call', 'workspace', 'list_workspaces', '--key', served.service.key!, '--json');
    expect(JSON.parse(told.stdout)).toHaveProperty('result');
    const japan = await run('call', 'search', 'get_customer', '--workspace', 'Acme Japan');
    expect(japan.stdout).toContain('JPY');
  });

  test('a failure exits 1 and says what to do next', async () => {
    const { code, stdout } = await run('call', 'search', 'get_customer', '{"customer_id":"../../x"}');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Failed \(invalid_arguments\): .*customer_id.*\nNext: /);
    const unknown = await run('call', 'search', 'get_costumer');
    expect(unknown.code).toBe(1);
    expect(unknown.stdout).toContain('get_costumer');
    const nowhere = await run('call', 'serach', 'get_customer');
    expect(nowhere.stdout).toContain('nothing at this address');
    const nobody = await run('call', 'search', 'get_customer', '--url', 'http://127.0.0.1:1');
    expect(nobody).toMatchObject({ code: 1, stderr: expect.stringContaining('Nothing answers at http://127.0.0.1:1') });
  });
});

describe('doctor', () => {
  test('finds everything in order beside the running service', async () => {
    const told = await json('doctor');
    expect(told.findings.filter(({ state }: { state: string }) => state !== 'ok')).toEqual([]);
    expect(told.ok).toBe(true);
    expect(told.settings).toMatchObject({ data, masterKey: '' });
    const { stdout } = await run('doctor');
    expect(stdout).toMatch(/✓ +audit log/);
    expect(stdout).toMatch(/✓ +Acme Japan \/ search +sandbox: a user of the OAuth client .+; 1 account reachable/);
    expect(stdout).toMatch(/✓ +Acme \/ office +sandbox: a user of the OAuth client/);
  });

  test('says what to do where nothing was set up yet', async () => {
    const empty = join(folder.path, 'empty');
    const { code, stdout } = await adhelm(['doctor', '--data', empty], { ADHELM_URL: 'http://127.0.0.1:1' });
    expect(code).toBe(1);
    expect(stdout).toMatch(/! +data folder/);
    // Without its folder, the line would start the service on another one.
    expect(stdout).toContain(`Next: Start the service once: npm start -- --data ${empty}\n`);
  });

  test('asks the platforms, and returns 1 with what to do when one of them says no', async () => {
    const broken = join(folder.path, 'broken');
    const other = await serve(broken);
    try {
      const { sandbox } = JSON.parse(readFileSync(join(broken, 'running.json'), 'utf8'));
      const fault = { platform: 'search', match: 'listAccessibleCustomers', kind: 'expired_token', times: 100 };
      await fetch(`${sandbox}/faults`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fault),
      });
      const { code, stdout } = await adhelm(['doctor', '--data', broken]);
      expect(stdout).toMatch(/! +Acme \/ search +sandbox: /);
      expect(stdout).toMatch(/✓ +Acme \/ social /);
      expect(stdout).toMatch(/^Next: /m);
      expect(code).toBe(1);
    } finally {
      await other.stop();
    }
    expect(existsSync(join(broken, 'running.json'))).toBe(false);
  });

  test('shows no secret', async () => {
    const secret = 'ab'.repeat(32);
    const { stdout } = await adhelm(['doctor', '--data', data, '--json'], { ADHELM_MASTER_KEY: secret });
    expect(stdout).not.toContain(secret);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, settings: { masterKey: '(set)' } });
  });
});

describe('workspace', () => {
  test('a name is given once', async () => {
    for (const words of [
      ['create', '--name', 'acme'],
      ['rename', 'Acme Japan', '--name', 'ACME'],
    ]) {
      const { code, stderr } = await run('workspace', ...words);
      expect(code).toBe(1);
      expect(stderr).toMatch(/^There is a workspace called "Acme" already [^\n]*\n$/);
    }
  });

  test('is renamed and archived; then it is not listed and its keys are refused', async () => {
    const { workspaceId } = await json('workspace', 'create', '--name', 'Brief');
    const { key } = await json('key', 'create', '--workspace', 'Brief', '--name', 'its own');
    const status = () => statusWith(key, 'list_workspaces', 'workspace');
    expect(await status()).toBe(200);
    expect(await json('workspace', 'rename', 'Brief', '--name', 'Short')).toEqual({ workspaceId, name: 'Short' });
    const names = async () => (await json('workspace', 'list')).workspaces.map(({ name }: { name: string }) => name);
    expect(await names()).toContain('Short');
    expect(await json('workspace', 'archive', 'Short')).toEqual({ workspaceId, archived: true });
    await until(async () => ((await status()) === 401 ? true : undefined), 1_500);
    expect(await names()).not.toContain('Short');
    expect((await run('key', 'list')).stdout).toMatch(/ Short +its own +\S+ +archived /);
    const refused = await run('key', 'create', '--workspace', 'Short');
    expect(refused).toMatchObject({ code: 2, stderr: expect.stringMatching(/no workspace "Short"/) });
  });
});

describe('backup and audit', () => {
  test('a copy taken while the service works opens and verifies with the same master key', async () => {
    const busy = new AbortController();
    const load = (async () => {
      while (!busy.signal.aborted) await callTool(served.service.url, served.service.key!);
    })();
    const copyFolder = join(folder.path, 'copy');
    mkdirSync(copyFolder);
    const file = join(copyFolder, 'adhelm.sqlite');
    expect(await json('backup', file)).toEqual({ file });
    busy.abort();
    await load;
    const master = readFileSync(join(data, 'master.key'), 'utf8');
    const environment = { ADHELM_MASTER_KEY: master.trim() };
    const verified = await adhelm(['audit', 'verify', '--json', '--data', copyFolder], environment);
    expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true });
    const restored = await serve(copyFolder, [], { ...environment, ADHELM_SANDBOX: 'off' });
    try {
      const reply = await callTool(restored.url, served.service.key!, 'list_workspaces', 'workspace');
      expect((await resultOf(reply)).workspaces).toMatchObject([{ name: 'Acme' }, { name: 'Acme Japan' }]);
    } finally {
      await restored.stop();
    }
  });

  test('a copy holds the imported spreadsheets, and is a data folder of its own', async () => {
    const csv = join(folder.path, 'plan.csv');
    writeFileSync(csv, 'a,b\n1,2\n');
    const { spreadsheetId } = await json('sheet', 'import', csv, '--workspace', 'Acme');
    const copy = join(folder.path, 'whole-copy');
    // Events on their way hold people.
    const events = join(data, 'workspaces', 'ws_1', 'imports', 'imp_1');
    mkdirSync(events, { recursive: true });
    copyFileSync(join(data, 'adhelm.sqlite'), join(events, `${spreadsheetId}.sqlite`));
    expect(await json('backup', copy)).toEqual({ file: join(copy, 'adhelm.sqlite') });
    expect(readdirSync(copy, { recursive: true }).filter((name) => /master|imp_1/.test(String(name)))).toEqual([]);
    await json('sheet', 'remove', spreadsheetId, '--workspace', 'Acme');
    copyFileSync(join(data, 'master.key'), join(copy, 'master.key'));
    const restored = await serve(copy);
    try {
      const address = `${restored.url}/office/sheets/read?spreadsheetId=${spreadsheetId}&range=A1:B2`;
      const reply = await fetch(address, { headers: { authorization: `Bearer ${served.service.key}` } });
      expect(await reply.json()).toMatchObject({
        values: [
          ['a', 'b'],
          ['1', '2'],
        ],
      });
    } finally {
      await restored.stop();
    }
    const again = await run('backup', copy);
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('exists already') });
  });

  test('a backup overwrites nothing', async () => {
    const { code, stderr } = await run('backup', join(data, 'adhelm.sqlite'));
    expect(code).toBe(1);
    expect(stderr).toContain('exists already');
  });

  test('a checkpoint is checked by who has no key, and shows a log that was put back', async () => {
    const kept = join(folder.path, 'checkpoint.json');
    const copy = join(folder.path, 'earlier', 'adhelm.sqlite');
    await run('backup', join(folder.path, 'earlier'));
    await json('key', 'create', '--workspace', 'Acme', '--name', 'later');
    const [, fingerprint] = /key: (\S+)/.exec((await run('audit', 'checkpoint', kept)).stdout) ?? [];
    const written = readFileSync(kept, 'utf8');
    expect((await run('audit', 'checkpoint', kept)).code, 'one that is kept is not written over').not.toBe(0);
    expect(readFileSync(kept, 'utf8')).toBe(written);
    const stranger = (...args: string[]) => adhelm(['audit', 'check', kept, '--data', '/nowhere', ...args]);
    const now = await stranger('--store', join(data, 'adhelm.sqlite'), `--key=${fingerprint}`);
    expect(now.stdout).toMatch(/^Signed with the key you named\.\nThe log still holds its first \d+ entries/);
    expect(now.code).toBe(0);
    const putBack = await stranger('--store', copy);
    expect(putBack.code).toBe(1);
    expect(putBack.stdout).toMatch(/The log is not the one of .*: it holds \d+ of \d+ entries/);
    expect((await stranger('--store', copy, '--key', 'another')).stdout).toContain('not signed with the key you named');
    writeFileSync(kept, readFileSync(kept, 'utf8').replace(/"entries": \d+/, '"entries": 1'));
    expect((await stranger('--store', copy)).stdout).toContain('signature of the checkpoint is wrong');
  });

  test('verify finds the trail unbroken, and the entry that somebody changed', async () => {
    const verdict = await json('audit', 'verify');
    expect(verdict).toMatchObject({ ok: true, openIntents: 0 });
    expect(verdict.entries).toBeGreaterThan(5);
    expect((await run('audit', 'verify')).stdout).toMatch(/^Unbroken: \d+ entries/);

    const tampered = join(folder.path, 'tampered');
    mkdirSync(tampered);
    await run('backup', join(tampered, 'adhelm.sqlite'));
    copyFileSync(join(data, 'master.key'), join(tampered, 'master.key'));
    const db = new DatabaseSync(join(tampered, 'adhelm.sqlite'));
    db.exec("UPDATE audit_log SET actor = 'somebody else' WHERE seq = 3");
    db.close();
    const found = await adhelm(['audit', 'verify', '--json', '--data', tampered]);
    expect(found.code).toBe(1);
    expect(JSON.parse(found.stdout)).toMatchObject({ ok: false, firstBroken: { seq: 3 } });
    expect((await adhelm(['audit', 'verify', '--data', tampered])).stdout).toMatch(/^Broken at entry 3: /);
  });
});

describe('sandbox', () => {
  const start = (...args: string[]) =>
    running(
      spawn(process.execPath, [ADHELM, 'sandbox', '--data', join(folder.path, 'alone'), ...args], {
        env: cleanEnvironment(),
      }),
      /control address: (\S+)|"control":"([^"]+)"/,
    );

  test('alone prints its addresses, which answer, and ends when told', async () => {
    const sandbox = await start();
    const platforms = [...sandbox.stdout().matchAll(/^ {2}(\w+) +(http:\S+)$/gm)].map(([, name]) => name);
    expect(platforms).toEqual(expect.arrayContaining(['search', 'office']));
    const { origins } = (await (await fetch(sandbox.url)).json()) as { origins: Record<string, string> };
    expect(Object.keys(origins).sort()).toEqual(platforms.sort());
    expect(await sandbox.stop()).toBe(0);
  });

  test('with --json in one line', async () => {
    const sandbox = await start('--json');
    const { control, platforms } = JSON.parse(sandbox.stdout());
    expect(control).toBe(sandbox.url);
    expect(platforms.search).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await sandbox.stop()).toBe(0);
  });
});
