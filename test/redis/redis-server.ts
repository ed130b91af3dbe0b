import { type ChildProcess, spawn } from 'node:child_process';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { findProgram } from '../debian-package.ts';

export interface RedisServer {
  url: string;
  pid(): number;
  /** Ends it, as a machine that is switched off would. */
  kill(): Promise<void>;
  /** The same address again, with nothing in it. */
  restart(): Promise<void>;
  /** Keeps its connections open and answers no command. */
  freeze(): void;
  thaw(): void;
}

export const redisProgram = findProgram(
  ['/usr/bin/redis-server', '/usr/bin/valkey-server', '/usr/local/bin/redis-server'],
  'redis-server',
);

/** A Redis of our own on a free port of loopback, which writes nothing to disk. */
export async function startRedis(): Promise<RedisServer> {
  const port = await freePort();
  let child = await start(port);
  return {
    url: `redis://127.0.0.1:${port}`,
    pid: () => child.pid!,
    kill: () => end(child),
    async restart() {
      await end(child);
      child = await start(port);
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}

async function start(port: number): Promise<ChildProcess> {
  if (!redisProgram) throw new Error('no redis-server on this machine');
  const words = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', '/tmp'];
  const child = spawn(redisProgram, words, { stdio: 'ignore' });
  for (let tries = 0; tries < 200; tries++) {
    if (await answers(port)) return child;
    await sleep(50);
  }
  throw new Error('redis-server did not start');
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'));
    socket.once('data', () => resolve(socket.destroy() && true));
    socket.once('error', () => resolve(false));
  });
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
