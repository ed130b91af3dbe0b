import cluster, { type Worker } from 'node:cluster';
import { EventEmitter } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Crew } from './crew.ts';
import type { FromWorker, ToWorker } from './messages.ts';

/** A process that does what a test says, and ends when it is killed. */
class Played extends EventEmitter {
  readonly told: ToWorker['kind'][] = [];
  readonly killed: string[] = [];
  serving = 0;
  isEnded = false;
  readonly process = {
    kill: (signal: string) => {
      this.killed.push(signal);
      this.end(signal);
    },
  };
  isConnected(): boolean {
    return true;
  }
  isDead(): boolean {
    return this.isEnded;
  }
  send(message: ToWorker): void {
    this.told.push(message.kind);
    if (message.kind === 'serving') this.serving = message.serving;
  }
  say(message: FromWorker): void {
    this.emit('message', message);
  }
  ready(): void {
    this.say({ kind: 'ready', url: 'http://127.0.0.1:1' });
  }
  end(signal: string): void {
    delete workers[forked.indexOf(this)];
    this.isEnded = true;
    this.emit('exit', null, signal);
  }
}

let forked: Played[];
let workers: Record<number, Worker>;
let logged: string[];
beforeEach(() => {
  [forked, workers, logged] = [[], {}, []];
  vi.spyOn(cluster, 'fork').mockImplementation(() => {
    const worker = new Played();
    workers[forked.push(worker) - 1] = worker as unknown as Worker;
    return worker as unknown as Worker;
  });
  Object.assign(cluster, { workers });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const OPTIONS = {
  begin: { kind: 'begin', sandboxOrigins: {}, sandboxControl: undefined },
  log: { write: (_: string, event: string) => void logged.push(event) },
} as unknown as Omit<Parameters<typeof Crew.start>[0], 'count'>;

async function crewOf(count: number): Promise<Crew> {
  const starting = Crew.start({ ...OPTIONS, count });
  for (const worker of forked) worker.ready();
  return starting;
}

test('a worker that is not ready after two minutes is killed, and a first start that fails leaves none behind', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const starting = Crew.start({ ...OPTIONS, count: 2 });
  const refused = expect(starting).rejects.toThrow('a worker ended while starting (SIGKILL)');
  forked[0]!.ready();
  vi.advanceTimersByTime(119_999);
  expect(forked[1]!.killed).toEqual([]);
  vi.advanceTimersByTime(1);
  await refused;
  expect(forked.map(({ killed }) => killed)).toEqual([['SIGTERM'], ['SIGKILL']]);
});

test('one that dies young is replaced after a pause, and the others are told at once how many serve', async () => {
  await crewOf(2);
  const diedAt = performance.now();
  forked[0]!.end('SIGSEGV');
  expect([forked[1]!.serving, logged]).toEqual([1, ['worker_died']]);
  await vi.waitFor(() => expect(forked).toHaveLength(3));
  expect(performance.now() - diedAt).toBeGreaterThan(150);
  forked[2]!.ready();
  expect(forked.slice(1).map(({ serving }) => serving)).toEqual([2, 2]);
});

test('one that lived long is replaced without a pause', async () => {
  await crewOf(1);
  vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 31_000);
  forked[0]!.end('SIGSEGV');
  expect(forked).toHaveLength(2);
});

test('a renewed worker retires when the new one serves, and its end is no death', async () => {
  const crew = await crewOf(1);
  const renewed = crew.renew();
  await nextTurn();
  expect(forked[0]!.told).not.toContain('retire');
  forked[1]!.ready();
  await renewed;
  expect(forked[0]!.told).toContain('retire');
  forked[0]!.end('SIGTERM');
  await nextTurn();
  expect([forked.length, logged]).toEqual([2, ['workers_renewed']]);
});

test('where a new worker cannot start, the old ones stay', async () => {
  const crew = await crewOf(2);
  const renewed = crew.renew();
  await nextTurn();
  forked[2]!.end('SIGSEGV');
  await renewed;
  expect([forked.length, logged]).toEqual([3, ['renewal_given_up']]);
  for (const { told } of forked.slice(0, 2)) expect(told).not.toContain('retire');
});

test('at the end all are told to stop, and none is replaced', async () => {
  const crew = await crewOf(2);
  await crew.stop();
  await nextTurn();
  expect(forked.map(({ killed }) => killed)).toEqual([['SIGTERM'], ['SIGTERM']]);
  expect([forked.length, logged]).toEqual([2, []]);
});

test('one that has died is not waited for, though the cluster still lists it', async () => {
  const crew = await crewOf(2);
  forked[0]!.isEnded = true;
  forked[0]!.process.kill = () => {};
  await crew.stop();
  expect(forked.map(({ killed }) => killed)).toEqual([[], ['SIGTERM']]);
});
