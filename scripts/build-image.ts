/**
 * Builds the container image and shows that it works before it is used anywhere: the container has to become healthy by its own check,
 * as its own user, and to answer a tool call with the key it printed. `node scripts/build-image.ts [NAME]`
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const image = process.argv[2] ?? `adhelm:${version}`;
const PATIENCE_S = 120;

class Refused extends Error {}

function docker(...args: string[]): string {
  const { status, stdout, stderr, error } = spawnSync('docker', args, { cwd: ROOT, encoding: 'utf8' });
  if (error) throw new Refused(`docker could not be started (${error.message}). Install Docker and try again.`);
  if (status !== 0) throw new Refused(`docker ${args[0]} ended with ${status}: ${stderr.trim()}`);
  return stdout.trim();
}

async function untilHealthy(container: string): Promise<void> {
  for (let waited = 0; waited < PATIENCE_S; waited++) {
    const state = docker('inspect', '--format', '{{.State.Status}} {{.State.Health.Status}}', container);
    if (state === 'running healthy') return;
    if (!state.startsWith('running')) throw new Refused(`The container ended: ${docker('logs', container)}`);
    await sleep(1_000);
  }
  throw new Refused(`The container is not healthy after ${PATIENCE_S} s: ${docker('logs', container)}`);
}

async function toolCall(container: string): Promise<void> {
  const [key] = /sk_live_\w+/.exec(docker('logs', container)) ?? [];
  const [, port] = /:(\d+)$/m.exec(docker('port', container, '4800/tcp')) ?? [];
  const body = { jsonrpc: '2.0', id: '1', method: 'tools/call', params: { name: 'get_customer', arguments: {} } };
  const reply = await fetch(`http://127.0.0.1:${port}/search/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await reply.text();
  if (!reply.ok || !text.includes('"result"'))
    throw new Refused(`A tool call was answered with ${reply.status}: ${text}`);
}

async function check(): Promise<void> {
  const container = docker('run', '--detach', '--publish', '127.0.0.1::4800', image);
  try {
    if (docker('exec', container, 'id', '-un') !== 'node')
      throw new Refused('The container does not run as the user node.');
    await untilHealthy(container);
    await toolCall(container);
  } finally {
    docker('rm', '--force', '--volumes', container);
  }
}

try {
  docker('build', '--tag', image, '.');
  await check();
  console.log(`${image} is built, healthy, and answers a tool call. To publish it: docker push ${image}`);
} catch (error) {
  if (!(error instanceof Refused)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
