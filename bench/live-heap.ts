import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** Usage, key use and log lines are kept for up to two seconds before they are written. */
const FLUSHED_MS = 5_000;

/** The heap of a process started with `--inspect=PORT`, after a forced collection: its inspector takes both orders. */
export async function liveHeapMb(port: number): Promise<number> {
  await sleep(FLUSHED_MS);
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as {
    webSocketDebuggerUrl: string;
  }[];
  const socket = new WebSocket(target!.webSocketDebuggerUrl);
  await once(socket, 'open');
  const ask = async (id: number, method: string) => {
    socket.send(JSON.stringify({ id, method }));
    const [event] = (await once(socket, 'message')) as [{ data: string }];
    return (JSON.parse(event.data) as { result: { usedSize?: number } }).result;
  };
  await ask(1, 'HeapProfiler.collectGarbage');
  const { usedSize = Number.NaN } = await ask(2, 'Runtime.getHeapUsage');
  socket.close();
  return usedSize / 1_048_576;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
