import { expect, test } from 'vitest';
import type { PlatformSession } from '../upstream/session.ts';
import { Base64, givenFile } from './given-file.ts';

const answering = (status: number) =>
  ({ fetchPublic: async () => ({ status, headers: {}, body: Buffer.from('file') }) }) as unknown as PlatformSession;
const given = (file: { url?: string; base64?: string }, status = 200) => givenFile(answering(status), 'image', file, 4);

test('a file is taken as text or from its address, and is bounded in both', async () => {
  const base64 = Buffer.from('file').toString('base64');
  expect(await given({ base64 })).toEqual({ bytes: Buffer.from('file'), field: 'image_base64' });
  expect(await given({ url: 'https://a.example/f' })).toEqual({ bytes: Buffer.from('file'), field: 'image_url' });
  const longer = Buffer.from('files').toString('base64');
  await expect(given({ base64: longer })).rejects.toMatchObject({
    details: { problems: [{ field: 'image_base64', message: expect.stringContaining('holds more than') }] },
  });
});

test('a file without a byte, or that is no base64, is none', () => {
  expect(Base64.safeParse('ZmlsZQ==').success).toBe(true);
  for (const wrong of ['', ' ', 'file!', 'ZmlsZQ']) expect(Base64.safeParse(wrong).success, wrong).toBe(false);
});

test('an address that does not answer with 200 has no file', async () => {
  await expect(given({ url: 'https://a.example/f' }, 404)).rejects.toMatchObject({
    details: { problems: [{ field: 'image_url', message: 'answered HTTP 404 instead of a file' }] },
  });
});
