import { realAmbient } from '../../src/ambient.ts';
import { createLog } from '../../src/observe/log.ts';
import { openRedisState } from '../../src/redis/redis-state.ts';

/** A process that takes from one limit as fast as it can, for so long, and says how much it was let have. */
const [url = '', points = '0', windowS = '0', ms = '0'] = process.argv.slice(2);
const log = createLog('silent', () => {}, Date.now);
const shared = await openRedisState(url, realAmbient, log, () => {});
const limiter = shared.limiter('flood', { points: Number(points), windowS: Number(windowS) });
// The code that is measured is compiled by then.
for (let round = 0; round < 200; round++)
  await Promise.all(Array.from({ length: 20 }, () => limiter.take('warm-up', 1)));
process.send?.('ready');
await new Promise((go) => process.once('message', go));
const endsAt = performance.now() + Number(ms);
let admitted = 0;
while (performance.now() < endsAt) {
  const verdicts = await Promise.all(Array.from({ length: 20 }, () => limiter.take('one', 1)));
  admitted += verdicts.filter(({ allowed }) => allowed).length;
}
process.send?.({ admitted, up: shared.up });
await shared.close();
process.disconnect?.();
