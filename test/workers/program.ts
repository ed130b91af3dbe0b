import cluster from 'node:cluster';
import { realAmbient } from '../../src/ambient.ts';
import { findChannels } from '../../src/build.ts';
import { serveAsWorker } from '../../src/cli/serve-as-worker.ts';
import { loadSettings } from '../../src/config.ts';
import { firstStart } from '../../src/first-start.ts';
import { openHome } from '../../src/home.ts';
import { createLog } from '../../src/log.ts';
import { startCrew } from '../../src/workers/crew.ts';

/**
 * Workers as `serve --workers` has them, on SQLite: it bears several processes, though no service is run that way. So this
 * needs no database server, and what is tested is how workers come and go.
 */
const settings = loadSettings(process.env);

if (cluster.isWorker) process.exitCode = await serveAsWorker(settings);
else {
  const log = createLog('info', (text) => void process.stderr.write(text), Date.now);
  const home = await openHome(settings, realAmbient);
  const made = await firstStart(home, (await findChannels()).channels, undefined);
  const begin = { kind: 'begin' as const, sandboxOrigins: {}, sandboxControl: undefined };
  const crew = await startCrew({ count: settings.workers, begin, log });
  process.on('SIGHUP', () => void crew.renew().then(() => log.flush()));
  process.on('SIGTERM', async () => {
    await crew.stop();
    await home.close();
    log.flush();
    process.exit(0);
  });
  process.stdout.write(`${JSON.stringify({ url: crew.url, key: made?.key })}\n`);
}
