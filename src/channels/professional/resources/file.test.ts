import { expect, test } from 'vitest';
import { scriptedSession } from '../../../upstream/scripted-session.testing.ts';
import { channel } from '../channel.ts';
import { ProfessionalClient } from '../client.ts';
import { upload, uploadVideo } from './file.ts';

test('a video goes in the parts the platform names, which are named again in their order at the end', async () => {
  const part = (number: number, firstByte: number, lastByte: number) => ({
    uploadUrl: `https://uploads.example/${number}`,
    firstByte,
    lastByte,
  });
  const value = {
    video: 'urn:li:video:C5F1',
    uploadToken: 'token',
    uploadInstructions: [part(1, 0, 3), part(2, 4, 5)],
  };
  const { session, sent } = scriptedSession({
    platform: 'professional',
    dialect: channel.dialect!,
    replies: [
      { body: { value } },
      { headers: { etag: '"first"' } },
      { headers: { etag: 'second' } },
      { body: '' },
      { body: { status: 'AVAILABLE' } },
    ],
  });
  const made = await uploadVideo(new ProfessionalClient(session), '5', '7', Buffer.from('abcdef'));
  expect(made).toEqual({ id: 'urn:li:video:C5F1', status: 'AVAILABLE', organization_id: '7' });
  expect(sent.slice(1, 3).map(({ body }) => String(body))).toEqual(['abcd', 'ef']);
  expect(JSON.parse(String(sent[3]?.body))).toEqual({
    finalizeUploadRequest: { video: value.video, uploadToken: 'token', uploadedPartIds: ['first', 'second'] },
  });
});

test('a file whose bytes were not taken is not called uploaded', async () => {
  const { session, sent } = scriptedSession({
    platform: 'professional',
    dialect: channel.dialect!,
    replies: [
      { body: { value: { uploadUrl: 'https://uploads.example/1', image: 'urn:li:image:C5' } } },
      { status: 400 },
      { body: { status: 'AVAILABLE' } },
    ],
  });
  const file = { kind: 'image', organization: '7', bytes: Buffer.from('abc'), type: 'image/png' } as const;
  await expect(upload(new ProfessionalClient(session), '5', file)).rejects.toMatchObject({
    code: 'outcome_unknown',
    message: expect.stringContaining('HTTP 400'),
  });
  expect(sent).toHaveLength(2);
});
