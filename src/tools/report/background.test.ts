import { expect, test } from 'vitest';
import { type EitherWay, readEitherWay, type Wait } from './background.ts';

const TOO_LARGE = new Error('too large');

/** A platform with five rows that takes so many looks to make a report. */
function platform({ looks = 0, direct = true, isHeavy = false }) {
  const asked: string[] = [];
  const pageOf = (position: string | undefined, size: number) => {
    const start = Number(position ?? 0);
    const items = [0, 1, 2, 3, 4].slice(start, start + size);
    return { items, ...(start + size < 5 && { next: String(start + size) }) };
  };
  const report: EitherWay<number> = {
    isHeavy,
    isTooLarge: (error) => error === TOO_LARGE,
    async direct(position, size) {
      asked.push('direct');
      if (!direct) throw TOO_LARGE;
      return pageOf(position, size);
    },
    async order() {
      asked.push('order');
      return '77';
    },
    async look() {
      asked.push('look');
      const done = asked.filter((what) => what === 'look').length > looks;
      return { done, percent: done ? 100 : 40, state: done ? 'done' : 'running' };
    },
    async page(id, position, size) {
      asked.push(`page of ${id}`);
      return pageOf(position, size);
    },
  };
  return { report, asked };
}

function waiting(patienceMs: number, told: number[] = []): Wait {
  const clock = { wait: async () => {} };
  return { clock, limit: 2, pageMax: 2, progress: (done) => void told.push(done), patienceMs };
}

async function walk(report: EitherWay<number>, wait: Wait): Promise<number[]> {
  const seen: number[] = [];
  let position: string | undefined;
  do {
    const read = await readEitherWay(report, position, wait);
    seen.push(...read.items);
    position = read.next;
  } while (position !== undefined);
  return seen;
}

test.each([
  ['at once', platform({})],
  ['in the background because it is known to be large', platform({ isHeavy: true })],
  ['in the background because it proved too large', platform({ direct: false, looks: 1 })],
])('every row is read once, %s, and ordered at most once', async (_, { report, asked }) => {
  expect(await walk(report, waiting(10_000))).toEqual([0, 1, 2, 3, 4]);
  expect(asked.filter((what) => what === 'order').length).toBeLessThanOrEqual(1);
});

test('when patience ends, the next call asks for the same report again and tells how far it is', async () => {
  const { report, asked } = platform({ isHeavy: true, looks: 2 });
  const told: number[] = [];
  const first = await readEitherWay(report, undefined, waiting(0, told));
  expect(first).toEqual({ items: [], next: 'run 77', background: { ready: false, percent: 40 } });
  const second = await readEitherWay(report, first.next, waiting(10_000, told));
  expect(second).toMatchObject({ items: [0, 1], background: { ready: true, percent: 100 } });
  expect(asked.filter((what) => what === 'order')).toHaveLength(1);
  expect(told).toEqual([40, 40, 100]);
});

test('what fails for another reason fails, and so does a page in the middle', async () => {
  const broken = { ...platform({}).report, direct: async () => Promise.reject(new Error('down')) };
  await expect(readEitherWay(broken, undefined, waiting(0))).rejects.toThrow('down');
  await expect(readEitherWay(platform({ direct: false }).report, '2', waiting(0))).rejects.toBe(TOO_LARGE);
});
