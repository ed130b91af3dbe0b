import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadSettings, SETTINGS } from '../../src/config.ts';
import { clientAddress } from '../../src/http/client-address.ts';
import { findProgram } from '../debian-package.ts';
import { callTool, ROOT, resultOf, serve, until } from './command-line.ts';
import { dataFolder } from './data-folder.ts';

const EXAMPLES = join(ROOT, 'docs/operations');
const example = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8');
const folder = dataFolder();

test('every setting an example names is one', () => {
  const known = new Set<string>(Object.values(SETTINGS).flatMap(({ env }) => [env, `${env}_FILE`]));
  const named = readdirSync(EXAMPLES).flatMap((file) =>
    [...example(file).matchAll(/ADHELM_[A-Z_]+/g)].map(([name]) => ({ file, name })),
  );
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
});

test.each([
  ['compose.yaml', '../../compose.yaml', '172.18.0.1'],
  ['compose.several.yaml', 'compose.several.yaml', '192.168.48.1'],
  ['kubernetes.yaml', 'kubernetes.yaml', '10.244.1.7'],
])('%s: its settings are allowed, and the proxy in front of it names the caller', (_, file, proxy) => {
  const text = example(file);
  const pairs = [
    ...text.matchAll(/^ +(ADHELM_[A-Z_]+): "?([^"\n]*)"?$/gm),
    ...text.matchAll(/\{ name: (ADHELM_[A-Z_]+), value: "([^"]*)" \}/g),
  ].map(([, name, value]) => [name!, value!.replace(/^\$\{.*\}$/, '')]);
  const settings = loadSettings(Object.fromEntries(pairs.filter(([name]) => name !== 'ADHELM_DATABASE_URL')));
  const from = (remoteAddress: string) =>
    clientAddress(settings.trustProxy)({
      socket: { remoteAddress } as Socket,
      headers: { 'x-forwarded-for': '203.0.113.9' },
    });
  expect(from(proxy)).toBe('203.0.113.9');
  expect(from('198.51.100.7')).toBe('198.51.100.7');
});

const nginx = findProgram(['/usr/sbin/nginx'], 'nginx-light');

test.runIf(nginx)(
  'nginx as in the example: calls by TLS, the caller by its address, no metrics for strangers',
  async () => {
    const service = await serve(folder.path, [], { ADHELM_SANDBOX: 'off', ADHELM_TRUST_PROXY: 'on' });
    const port = await freePort();
    const at = join(folder.path, 'nginx');
    mkdirSync(at, { recursive: true });
    const [key, certificate] = [join(at, 'key.pem'), join(at, 'certificate.pem')];
    const made = spawnSync('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=ads.example.com', '-keyout', key, '-out', certificate],
    ]);
    expect(made.status).toBe(0);
    const site = example('nginx.conf')
      .replace('127.0.0.1:4800', new URL(service.url).host)
      .replace('listen 443', `listen 127.0.0.1:${port}`)
      .replace(/ssl_certificate .*;/, `ssl_certificate ${certificate};`)
      .replace(/ssl_certificate_key .*;/, `ssl_certificate_key ${key};`)
      .replace('allow 127.0.0.1;', '');
    const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${at}/${name};`,
    );
    const whole = `daemon off; pid ${at}/pid; error_log ${at}/error.log; events {} http { access_log off; ${folders.join(' ')} ${site} }`;
    writeFileSync(join(at, 'nginx.conf'), whole);
    const child = spawn(nginx!, ['-p', at, '-c', join(at, 'nginx.conf')], { stdio: 'ignore' });
    try {
      const url = `https://127.0.0.1:${port}`;
      const curl = (...words: string[]) => {
        const told = spawnSync('curl', ['-sk', '-w', '\n%{http_code}', ...words], { encoding: 'utf8' });
        const [status = '', ...body] = told.stdout.split('\n').reverse();
        return { status, body: body.reverse().join('\n') };
      };
      await until(() => (curl(`${url}/healthz`).status === '200' ? true : undefined), 20_000);
      const direct = await resultOf(await callTool(service.url, service.key!, 'list_workspaces', 'workspace'));
      const message = {
        jsonrpc: '2.0',
        id: '1',
        method: 'tools/call',
        params: { name: 'list_workspaces', arguments: {} },
      };
      const through = curl(
        ...['-H', `Authorization: Bearer ${service.key}`, '-H', 'Content-Type: application/json'],
        ...['-d', JSON.stringify(message), `${url}/workspace/mcp`],
      );
      expect(through.status).toBe('200');
      expect(JSON.parse(JSON.parse(through.body).result.content[0].text)).toEqual(direct);
      expect(curl(`${url}/metrics`).status).toBe('403');
    } finally {
      child.kill('SIGQUIT');
      await service.stop();
    }
  },
);

test.runIf(existsSync('/usr/bin/systemd-analyze'))('systemd takes the unit as it is', () => {
  const unit = join(folder.path, 'adhelm.service');
  const environment = join(folder.path, 'adhelm.env');
  writeFileSync(environment, '');
  writeFileSync(
    unit,
    example('adhelm.service').replaceAll('/opt/adhelm', ROOT).replace('/etc/adhelm.env', environment),
  );
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
  expect(stderr.split('\n').filter((line) => line.includes('adhelm.service'))).toEqual([]);
  expect(status).toBe(0);
});

const composes = spawnSync('docker', ['compose', 'version'], { stdio: 'ignore' }).status === 0;

test.runIf(composes)('compose reads its example (needs docker compose)', () => {
  const { status, stdout, stderr } = spawnSync(
    'docker',
    ['compose', '-f', join(EXAMPLES, 'compose.several.yaml'), 'config', '--format', 'json'],
    { encoding: 'utf8', env: { ...process.env, POSTGRES_PASSWORD: 'x' } },
  );
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(JSON.parse(stdout).services.adhelm.environment.ADHELM_WORKERS).toBe('2');
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
