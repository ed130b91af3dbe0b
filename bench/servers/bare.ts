import { createServer } from 'node:http';

/** The floor: parses the body and writes a fixed reply as long as ours. */
const reply = Buffer.from(process.argv[2] ?? '{}');

const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    JSON.parse(Buffer.concat(chunks).toString('utf8'));
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': reply.length }).end(reply);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));
