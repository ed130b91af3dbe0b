import fc from 'fast-check';

/** One seed for everything random in a file, printed so that a failure can be repeated: `TEST_SEED=… npx vitest run …`. */
export const seed = Number(process.env.TEST_SEED ?? Math.trunc(Math.random() * 0x7fffffff));

fc.configureGlobal({ seed });
console.log(`seed ${seed}`);
