import fc from 'fast-check';

/** One seed for everything random in a file, printed so that a failure can be repeated: `TEST_SEED=… npx vitest run …`. */
export const seed = Number(process.env.TEST_SEED ?? Math.trunc(Math.random() * 0x7fffffff));

/** Set by `npm run test:long`: random tests try as many cases as they name. Otherwise a tenth, which keeps `npm test` short. */
export const isLong = process.env.TEST_LONG === '1';

/** How many cases a random test tries, given how many it tries in a long run. */
export function times(inLongRun: number): number {
  return isLong ? inLongRun : Math.ceil(inLongRun / 10);
}

fc.configureGlobal({ seed });
console.log(`seed ${seed}`);
