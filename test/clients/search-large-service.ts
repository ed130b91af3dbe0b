/**
 * Run as a program of its own, so that its memory is the service's alone: a service whose search channel is the sandbox
 * named on the command line. Its address and a key are the first message to the parent; every message from the parent is
 * answered with the memory in use and
 * how long the event loop was held since the last one.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realAmbient } from '../../src/ambient.ts';
import { findChannels, startService } from '../../src/build.ts';
import { loadSettings } from '../../src/config.ts';
import { watchTurns } from '../../src/event-loop/turn-length.testing.ts';
import { createLog } from '../../src/observe/log.ts';
import { openHome } from '../../src/process/home.ts';

const [origin = '', token = '', account = ''] = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), 'adhelm-large-'));
const settings = loadSettings({ ADHELM_DATA: data, ADHELM_PORT: '0', ADHELM_JOBS: 'off' });
const home = await openHome(settings, realAmbient);
const { id: organizationId } = await home.directory.createOrganization('Large');
const { id: workspaceId } = await home.directory.createWorkspace({ organizationId, name: 'Large', currency: 'USD' });
await home.connections.put({
  workspaceId,
  channel: 'search',
  mode: 'sandbox',
  account,
  credentials: { access_token: token },
});
const { key } = await home.keyRing.create({ workspaceId, name: 'large', actor: 'test' });
const service = await startService({
  settings,
  ambient: realAmbient,
  home,
  log: createLog('silent', () => {}, Date.now),
  registry: await findChannels(),
  sandboxOrigins: () => ({ search: origin }),
});

const watch = watchTurns();
process.on('message', () => {
  process.send?.({ memoryMb: Math.round(process.memoryUsage().rss / 1_048_576), heldMs: watch.longestMs() });
});
process.on('disconnect', async () => {
  await service.close();
  await home.close();
  rmSync(data, { recursive: true, force: true });
});
process.send?.({ url: service.url, key });
