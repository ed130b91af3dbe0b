import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import { Client } from 'undici';
import { childrenOf, processorMs, type Started } from './processes.ts';

const BODY = JSON.stringify({
  jsonrpc: '2.0',
  id: '1',
  method: 'tools/call',
  params: { name: 'list_workspaces', arguments: {} },
});

/** A local call, by each of the keys in turn. */
function requestsWith(keys: readonly string[]) {
  return keys.map((key) => ({
    method: 'POST' as const,
    path: '/workspace/mcp',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: BODY,
  }));
}

export async function burst({ url }: Started, keys: readonly string[], amount: number): Promise<void> {
  await autocannon({ url, requests: requestsWith(keys), connections: CONNECTIONS, amount });
}

const CONNECTIONS = 50;

/** Processor time a call, of all processes of the service, with as many calls as it can take. */
export async function callUs(service: Started, keys: readonly string[], seconds: number): Promise<number> {
  const requests = requestsWith(keys);
  const before = usedMs([service]);
  let connections = 0;
  const result = await autocannon({
    url: service.url,
    requests,
    connections: CONNECTIONS,
    duration: seconds,
    // Each begins with another key: side by side they would all come with the same one.
    setupClient(client) {
      const at = Math.floor((requests.length * connections++) / CONNECTIONS);
      client.setRequests([...requests.slice(at), ...requests.slice(0, at)]);
    },
  });
  if (result.non2xx > 0) throw new Error(`${result.non2xx} refusals`);
  return ((usedMs([service]) - before) * 1000) / result.requests.total;
}

const CONNECTIONS_PER_PROCESS = 25;
const CALL_EVERY_MS = 25;

interface Paced {
  /** The same program behind several addresses, or behind one. */
  servers: readonly Started[];
  processes: number;
  key: string;
  seconds: number;
}

/**
 * Processor time a call where each process gets the same calls a second, a fraction of what it could take, evenly
 * spread: calls that arrive together are handled together, so a saturated process would look cheaper by the call.
 */
export async function pacedCallUs({ servers, processes, key, seconds }: Paced): Promise<number> {
  const [request] = requestsWith([key]);
  const count = CONNECTIONS_PER_PROCESS * processes;
  const clients = Array.from({ length: count }, (_, index) => new Client(servers[index % servers.length]!.url));
  let calls = 0;
  const call = async (client: Client) => {
    const { statusCode, body } = await client.request(request!);
    await body.dump();
    if (statusCode !== 200) throw new Error(`refused with ${statusCode}`);
    calls++;
  };
  await Promise.all(clients.map(call));
  calls = 0;
  const before = usedMs(servers);
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    clients.map(async (client, index) => {
      let at = start + (CALL_EVERY_MS * index) / count;
      while (at < end) {
        await sleep(Math.max(0, at - performance.now()));
        await call(client);
        at = Math.max(at + CALL_EVERY_MS, performance.now());
      }
    }),
  );
  const us = ((usedMs(servers) - before) * 1000) / calls;
  await Promise.all(clients.map((client) => client.close()));
  return us;
}

/** A sandbox is among the children and has nothing to do. */
function usedMs(servers: readonly Started[]): number {
  const pids = servers.flatMap(({ child }) => [child.pid!, ...childrenOf(child.pid!)]);
  return pids.reduce((sum, pid) => sum + processorMs(pid), 0);
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return Math.round((sorted[Math.floor(sorted.length / 2)] ?? 0) * 1000) / 1000;
}
