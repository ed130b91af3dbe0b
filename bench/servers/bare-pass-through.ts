import { createServer } from 'node:http';
import { Pool } from 'undici';

/** The floor for a tool that asks a platform: parses the body, makes the same one upstream call, passes the answer on. */
const { origin, path, headers, body } = JSON.parse(process.argv[2] ?? '{}') as {
  origin: string;
  path: string;
  headers: Record<string, string>;
  body: string;
};
const pool = new Pool(origin, { connections: 32 });

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', async () => {
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    const upstream = await pool.request({ method: 'POST', path, headers, body });
    const text = JSON.stringify(await upstream.body.json());
    response
      .writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      .end(text);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
