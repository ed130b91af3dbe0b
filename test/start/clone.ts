import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { cleanEnvironment, ROOT, type Running } from './command-line.ts';

/** What a newcomer gets: what is committed, and nothing besides. */
export function clone(path: string): string {
  const { status, stderr } = spawnSync('git', ['clone', '--quiet', '--depth=1', `file://${ROOT}`, path]);
  if (status !== 0) throw new Error(`git clone: ${stderr}`);
  return path;
}

/**
 * As a user's shell has it: our own `node_modules/.bin` is not in the path, the way to the registry is. Of what npm has downloaded before
 * it does not ask whether there is something newer, which takes a third of an installation.
 */
export function shell(more: Record<string, string> = {}): Record<string, string> {
  const outside = (process.env.PATH ?? '').split(':').filter((part) => !resolve(part).includes('node_modules'));
  const network = Object.entries(process.env).filter(([name]) =>
    /^(npm_config_registry|NODE_EXTRA_CA_CERTS|(https?|no)_proxy)$/i.test(name),
  );
  return cleanEnvironment({
    ...(Object.fromEntries(network) as Record<string, string>),
    PATH: outside.join(':'),
    npm_config_prefer_offline: 'true',
    ...more,
  });
}

/** In a process group of its own, as a terminal would start it. */
export function npm(cwd: string, ...args: string[]): ChildProcess {
  return npmIn(shell(), cwd, ...args);
}

export function npmIn(env: Record<string, string>, cwd: string, ...args: string[]): ChildProcess {
  return spawn('npm', args, { cwd, env, detached: true });
}

/** What Ctrl-C does: everybody in the group is told. */
export async function interrupt({ pid, stop }: Running): Promise<void> {
  process.kill(-pid, 'SIGINT');
  await stop('SIGINT');
}

/** A shell with another version of npm, which is taken from the registry. */
export function shellWithNpm(version: string, folder: string): Record<string, string> {
  const home = join(folder, `npm-${version}`);
  mkdirSync(home, { recursive: true });
  const script = [
    `npm pack --silent npm@${version} && tar xzf npm-${version}.tgz`,
    'mkdir bin',
    'for name in npm npx; do printf \'#!/bin/sh\\nexec node "%s" "$@"\\n\' "$PWD/package/bin/$name-cli.js" > bin/$name; chmod +x bin/$name; done',
  ].join(' && ');
  const { status, stderr } = spawnSync('sh', ['-c', script], { cwd: home, env: shell() });
  if (status !== 0) throw new Error(`npm ${version}: ${stderr}`);
  const { PATH, ...rest } = shell();
  return { ...rest, PATH: `${join(home, 'bin')}:${PATH}` };
}

/** What git would commit or does not know: nothing, when installing leaves the tree alone. */
export function changesIn(cwd: string): string {
  return String(spawnSync('git', ['status', '--porcelain'], { cwd }).stdout);
}
