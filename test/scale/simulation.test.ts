import { expect, test } from 'vitest';
import { deployment } from '../../bench/scale/run.ts';
import { simulate } from '../../bench/scale/simulation.ts';

test('one server with fixed work: as busy as it is asked to be, and the mean wait that theory says', () => {
  const { busy, callsPerSecond, p50Ms } = simulate({
    stations: [{ name: 'one', servers: 1, serviceUs: 1_000 }],
    route: () => ['one'],
    load: { callsPerSecond: 500 },
    seconds: 200,
    seed: 1,
  });
  expect(busy.one).toBeCloseTo(0.5, 1);
  expect(callsPerSecond / 500).toBeCloseTo(1, 1);
  // Half busy, a fixed millisecond of work: the mean wait is half a millisecond, and the median call waits less.
  expect(p50Ms).toBeGreaterThanOrEqual(1);
  expect(p50Ms).toBeLessThan(1.5);
});

test('the slowest station sets the pace, and so do the processors where there are fewer than stations', () => {
  const stations = [
    { name: 'a', servers: 1, serviceUs: 100 },
    { name: 'b', servers: 1, serviceUs: 250 },
  ];
  const closed = { stations, route: () => ['a', 'b'], load: { callers: 20 }, seconds: 2, seed: 1 };
  expect(simulate(closed).callsPerSecond).toBeCloseTo(4_000, -2);
  expect(simulate({ ...closed, cores: 1 }).callsPerSecond).toBeCloseTo(1e6 / 350, -2);
});

test('callers that wait go together where that is allowed, and none waits for others to come', () => {
  const station = { name: 'disk', servers: 1, serviceUs: 1_000, together: { max: 10, eachUs: 100 } };
  const of = (callers: number) =>
    simulate({ stations: [station], route: () => ['disk'], load: { callers }, seconds: 2, seed: 1 }).callsPerSecond;
  expect(of(1)).toBeCloseTo(1_000, -1);
  expect(of(20)).toBeCloseTo(10 / 0.0019, -2);
});

test('what is used up first is what docs/scale.md says', () => {
  const simulated = (processes: number, chains: number, redises: number, turnsMax: number) => {
    const platformPerSecond = 5_000 * processes;
    return deployment({ processes, chains, redises, turnsMax, platformPerSecond }, 40 / processes);
  };
  const busiest = (processes: number, chains: number, redises: number) => {
    const { busy } = simulated(processes, chains, redises, 1);
    return Object.entries(busy)
      .filter(([, share]) => share > 0.95)
      .map(([name]) => name);
  };
  expect(busiest(1, 1, 1)).toEqual(['audit chain']);
  expect(busiest(10, 1, 1)).toEqual(['redis', 'audit chain']);
  expect(busiest(10, 1_000, 1)).toEqual(['redis']);
  expect(busiest(10, 1_000, 16)).toEqual([]);
  const wanted = 4_242;
  expect(simulated(1, 1, 1, 1).callsPerSecond).toBeLessThan(0.96 * wanted);
  expect(simulated(1, 1, 1, 64).callsPerSecond).toBeGreaterThan(0.98 * wanted);
});
