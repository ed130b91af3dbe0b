import { GOALS } from './goals.ts';

const TOLERATED = 0.15;

type Results = Readonly<Record<string, number | undefined>>;

/** Every ratio that is worse by more than 15 % than what is on record, in words. Ratios that only one of them has are not compared. */
export function regressions(recorded: Results, now: Results): string[] {
  return GOALS.filter(({ unit }) => unit === undefined).flatMap(({ name, better }) => {
    const [before, after] = [recorded[name], now[name]];
    if (before === undefined || after === undefined) return [];
    const worse = better === 'higher' ? 1 - after / before : after / before - 1;
    return worse > TOLERATED
      ? [`${name}: ${after}, on record ${before}: ${Math.round(worse * 100)} % worse, tolerated 15 %`]
      : [];
  });
}
