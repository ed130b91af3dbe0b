import { createHash } from 'node:crypto';
import { z } from 'zod';
import { Failure, invalidArguments } from '../../../errors.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import type { VideoClient } from '../client.ts';
import type { Image as WireImage, Video as WireVideo } from '../wire.ts';

export const Video = z
  .looseObject({ id: z.string(), name: z.string(), ready: z.boolean() })
  .describe('Also width, height, duration_s, format, size_bytes, cover_url, created_time');

export const Image = z
  .looseObject({ id: z.string(), name: z.string() })
  .describe('Also width, height, format, size_bytes, usable_in_carousel, url, created_time');

/** `displayable` is false while a video is being processed, or when no placement takes its size. */
export function videoOf(wire: WireVideo) {
  return withoutUnset({
    id: wire.video_id,
    name: wire.file_name ?? wire.video_id,
    ready: wire.displayable ?? false,
    width: wire.width,
    height: wire.height,
    duration_s: wire.duration,
    format: wire.format,
    size_bytes: wire.size,
    cover_url: wire.video_cover_url,
    created_time: wire.create_time,
  });
}

export function imageOf(wire: WireImage) {
  return withoutUnset({
    id: wire.image_id,
    name: wire.file_name ?? wire.image_id,
    width: wire.width,
    height: wire.height,
    format: wire.format,
    size_bytes: wire.size,
    usable_in_carousel: wire.is_carousel_usable,
    url: wire.image_url,
    created_time: wire.create_time,
  });
}

export interface Upload {
  kind: 'image' | 'video';
  url?: string | undefined;
  base64?: string | undefined;
  name: string;
}

/** Sends a file, or its address for the platform to fetch. The platform refuses a file without its checksum. */
export function uploadFile<T>(client: VideoClient, account: string, upload: Upload, schema: z.ZodType<T>): Promise<T> {
  const { kind, url, base64, name } = upload;
  const path = `file/${kind}/ad/upload`;
  if (url !== undefined) {
    const body = { upload_type: 'UPLOAD_BY_URL', [`${kind}_url`]: url, file_name: name };
    return client.change(path, body, schema, account);
  }
  const bytes = Buffer.from(base64 ?? '', 'base64');
  const form = new FormData();
  form.set('upload_type', 'UPLOAD_BY_FILE');
  form.set('file_name', name);
  form.set(`${kind}_signature`, createHash('md5').update(bytes).digest('hex'));
  form.set(`${kind}_file`, new Blob([bytes]), name);
  return client.upload(path, form, schema, account);
}

/** The platform has answered OK with the id `None` for a failed upload. */
export function uploadedId(id: string, kind: string): string {
  if (id !== '' && id !== 'None' && id !== 'null') return id;
  throw new Failure({
    code: 'upstream_unavailable',
    message: `The video platform said OK, but gave no id for the ${kind}: the upload failed.`,
    nextStep: 'Upload it again.',
    retryable: true,
  });
}

/** Checks the first bytes, because a file name may be wrong. */
export function refuseOtherType(field: string, base64: string, kind: Upload['kind']): void {
  const head = Buffer.from(base64.slice(0, 32), 'base64').toString('latin1');
  const fits =
    kind === 'image'
      ? head.startsWith('\x89PNG') || head.startsWith('\xff\xd8')
      : head.slice(4, 8) === 'ftyp' || head.startsWith('RIFF') || head.startsWith('\0\0\x01');
  if (fits) return;
  const types = kind === 'image' ? 'a JPEG or PNG image' : 'an MP4, MOV, MPEG or AVI video';
  throw invalidArguments([{ field, message: `does not hold ${types}` }]);
}
