import { z } from 'zod';
import { SECOND_MS } from '../../../ambient.ts';
import { Failure } from '../../../errors.ts';
import { readBack } from '../../../tools/read-back.ts';
import { waitFor } from '../../../tools/wait-for.ts';
import { unknownOutcome } from '../../../upstream/failures.ts';
import { pathOf } from '../../../upstream/path.ts';
import type { ProfessionalClient } from '../client.ts';
import { WireMedia } from '../wire.ts';
import { urnOf } from './fields.ts';

/** Uploads files: register the file, send its bytes to the returned addresses, wait until it is processed. */

const PATIENCE = { pauseMs: 300, patienceMs: 6 * SECOND_MS };

const uploadUrl = z.string();
const Started = z.object({
  value: z.union([
    z.object({ uploadUrl, image: z.string() }).transform(({ image, ...address }) => ({ id: image, ...address })),
    z
      .object({ uploadUrl, document: z.string() })
      .transform(({ document, ...address }) => ({ id: document, ...address })),
  ]),
});

interface File {
  kind: 'image' | 'document';
  organization: string;
  bytes: Buffer;
  type: string;
}

/** The URN and the status of what was uploaded. */
export async function upload(
  client: ProfessionalClient,
  account: string,
  { kind, organization, bytes, type }: File,
): Promise<{ id: string; status: string; organization_id: string }> {
  const path = `/${kind}s`;
  const body = { initializeUploadRequest: { owner: urnOf('organization', organization) } };
  const { value } = await client.action(path, 'initializeUpload', body, Started, account);
  await sendBytes(client, value.uploadUrl, bytes, type);
  const { id } = value;
  const status = await settled(client, path + pathOf`/${id}`, account);
  return { id, status, organization_id: organization };
}

const StartedVideo = z.object({
  value: z.object({
    video: z.string(),
    uploadToken: z.string().default(''),
    uploadInstructions: z.array(z.object({ uploadUrl, firstByte: z.number(), lastByte: z.number() })).min(1),
  }),
});

/** A video goes in parts; the platform looks at it once all of them are named. */
export async function uploadVideo(client: ProfessionalClient, account: string, organization: string, bytes: Buffer) {
  const owner = urnOf('organization', organization);
  const asked = { owner, fileSizeBytes: bytes.length, uploadCaptions: false, uploadThumbnail: false };
  const body = { initializeUploadRequest: asked };
  const { value } = await client.action('/videos', 'initializeUpload', body, StartedVideo, account);
  const { video: id, uploadToken, uploadInstructions } = value;
  const uploadedPartIds: string[] = [];
  for (const { uploadUrl: url, firstByte, lastByte } of uploadInstructions)
    uploadedPartIds.push(
      await sendBytes(client, url, bytes.subarray(firstByte, lastByte + 1), 'application/octet-stream'),
    );
  const ended = { finalizeUploadRequest: { video: id, uploadToken, uploadedPartIds } };
  await client.action('/videos', 'finalizeUpload', ended, z.unknown(), account);
  const status = await settled(client, pathOf`/videos/${id}`, account);
  return { id, status, organization_id: organization };
}

/** Sends bytes to an upload address, which takes no token, and returns the tag by which the platform knows them. */
async function sendBytes(client: ProfessionalClient, url: string, bytes: Buffer, type: string): Promise<string> {
  const { status, headers } = await client.session.send({
    method: 'PUT',
    url,
    effect: 'write',
    headers: { 'content-type': type },
    body: bytes,
  });
  if (status < 200 || status >= 300)
    throw unknownOutcome({
      seen: `The platform took the file's name but not its bytes (HTTP ${status}).`,
      check: 'Upload it again: a file without bytes is used by nothing.',
    });
  return (headers.etag ?? '').replaceAll('"', '');
}

/** The platform answers "not found" for a file that is used before it is ready. */
async function settled(client: ProfessionalClient, path: string, account: string): Promise<string> {
  let status = '';
  await readBack('The file was uploaded', async () => {
    await waitFor(client.session, PATIENCE, async () => {
      ({ status } = await client.get(path, WireMedia, {}, account));
      return status === 'PROCESSING' || status === 'WAITING_UPLOAD' ? undefined : status;
    });
    return status;
  });
  if (status !== 'WAITING_UPLOAD') return status;
  throw new Failure({
    code: 'conflict',
    message: 'The platform took the bytes, but still waits for the file.',
    nextStep: 'Upload it again: a file without bytes is used by nothing.',
    outcome: 'not_applied',
    retryable: true,
  });
}
