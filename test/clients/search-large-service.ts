/**
 * Run as a program of its own, so that its memory is the service's alone: reads a long report through the tool, page
 * after page, from the sandbox named on the command line, and prints what it took.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { realAmbient } from '../../src/ambient.ts';
import { findChannels, startService } from '../../src/build.ts';
import { loadSettings } from '../../src/config.ts';
import { openHome } from '../../src/home.ts';
import { createLog } from '../../src/log.ts';

const [origin = '', token = '', account = '', pages = '12'] = process.argv.slice(2);
const data = mkdtempSync(join(tmpdir(), 'adhelm-large-'));
const settings = loadSettings({ ADHELM_DATA: data, ADHELM_PORT: '0' });
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

async function page(cursor: string | undefined): Promise<{ rows: unknown[]; next_cursor?: string }> {
  const args = { segments: ['date'], limit: 1000, ...(cursor && { cursor }) };
  const reply = await fetch(`${service.url}/search/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'get_campaign_performance', arguments: args },
    }),
  });
  const { result } = (await reply.json()) as { result: { content: { text: string }[]; isError?: boolean } };
  if (result.isError) throw new Error(result.content[0]!.text);
  return JSON.parse(result.content[0]!.text);
}

const memoryMb = () => Math.round(process.memoryUsage().rss / 1_048_576);
const startedAt = performance.now();
let { rows, next_cursor } = await page(undefined);
const firstPageMs = Math.round(performance.now() - startedAt);
const memory = [memoryMb()];
let count = rows.length;
for (let read = 1; read < Number(pages) && next_cursor; read++) {
  ({ rows, next_cursor } = await page(next_cursor));
  count += rows.length;
  memory.push(memoryMb());
}
console.log(JSON.stringify({ firstPageMs, memory, rows: count, more: next_cursor !== undefined }));
await service.close();
await home.close();
rmSync(data, { recursive: true, force: true });
