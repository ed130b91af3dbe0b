import { watchTurns } from '../../src/event-loop/turn-length.testing.ts';
import { rehearsal } from '../rehearsal.ts';
import { startTestService } from '../service.ts';

/** A service in a process of its own that tells how long its event loop was held, in its own CPU time. */
const service = await startTestService({
  platforms: [],
  extraEndpoints: rehearsal().endpoints,
  settings: { ADHELM_RATE_POINTS: '1000000', ADHELM_AUTH_FAILURES_MAX: '1000000' },
});

const watch = watchTurns();
process.on('message', () => process.send?.({ heldMs: watch.longestMs() }));
process.on('disconnect', () => void service.close().then(() => process.exit()));
process.send?.({ url: service.url, key: service.key });
