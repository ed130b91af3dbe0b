import { expect, test } from 'vitest';
import { EventStream } from './event-stream.ts';
import type { Exchange } from './exchange.ts';

test('a stream begins with its first message, is kept by no cache, and its unread bytes are counted at its end', () => {
  const done: unknown[] = [];
  const response = {
    writableLength: 42,
    write: (text: string) => done.push(text),
    end: () => done.push('end'),
  };
  const exchange = {
    response,
    connection: { replied: (_: unknown, bytes: number) => done.push(bytes) },
    begin: (...head: unknown[]) => done.push(head),
  };
  const stream = new EventStream(exchange as unknown as Exchange);
  expect(stream.isOpen).toBe(false);
  stream.send('{"a":1}');
  stream.send('{"b":2}');
  stream.end();
  const headers = { 'Cache-Control': 'no-cache, no-transform', 'X-Accel-Buffering': 'no' };
  expect(done).toEqual([
    [200, 'text/event-stream', headers],
    'event: message\ndata: {"a":1}\n\n',
    'event: message\ndata: {"b":2}\n\n',
    'end',
    42,
  ]);
});
