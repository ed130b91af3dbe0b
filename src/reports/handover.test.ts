import { expect, test } from 'vitest';
import { Handover } from './handover.ts';

const read = async (from: AsyncIterable<string>) => {
  const taken: string[] = [];
  for await (const item of from) taken.push(item);
  return taken;
};

test('a writer waits until its item was read, and the reader gets all that was put before the end', async () => {
  const handover = new Handover<string>(new AbortController().signal);
  const order: string[] = [];
  const puts = ['a', 'b'].map((item) => handover.put(item).then(() => order.push(item)));
  expect(order).toEqual([]);
  handover.end();
  expect(await read(handover)).toEqual(['a', 'b']);
  await Promise.all(puts);
  expect(order).toEqual(['a', 'b']);
});

test('what fails the writer fails the reader, after what was put before', async () => {
  const handover = new Handover<string>(new AbortController().signal);
  handover.put('a').catch(() => {});
  handover.end(new Error('The platform is down.'));
  const taken: string[] = [];
  const reading = (async () => {
    for await (const item of handover) taken.push(item);
  })();
  await expect(reading).rejects.toThrow('The platform is down.');
  expect(taken).toEqual(['a']);
});

test('nothing more is taken after the end, or once the reader is gone', async () => {
  const ended = new Handover<string>(new AbortController().signal);
  ended.end();
  await expect(ended.put('late')).rejects.toThrow('the reader is gone');
  const leaving = new AbortController();
  const left = new Handover<string>(leaving.signal);
  leaving.abort(new Error('The caller has left.'));
  await expect(left.put('late')).rejects.toThrow('The caller has left.');
  await expect(read(left)).rejects.toThrow('The caller has left.');
});
