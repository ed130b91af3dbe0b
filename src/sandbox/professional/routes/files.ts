import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '../../../ambient.ts';
import type { World } from '../../emulator.ts';
import { checkMayPost } from '../access.ts';
import { notFound, plain, RestliError, schemaError } from '../errors.ts';
import { idIn, urn } from '../format.ts';
import { changing, type Resource } from '../restli/resource.ts';
import type { Entity, Store } from '../state.ts';

/** The platform looks at what it was sent before it lets it be used. */
const PROCESSING_MS = 400;

/** How long an address takes bytes. */
const ADDRESS_MS = HOUR_MS;

type Media = 'image' | 'document' | 'video';

export function isAvailable({ fields }: Entity<Media>, now: number): boolean {
  return fields.uploadedAt !== undefined && now >= fields.uploadedAt + PROCESSING_MS;
}

function statusOf(image: Entity<Media>, now: number): string {
  if (image.fields.uploadedAt === undefined) return 'WAITING_UPLOAD';
  return isAvailable(image, now) ? 'AVAILABLE' : 'PROCESSING';
}

type Request = Readonly<Record<string, unknown>>;

interface Upload {
  /** Fields of the new file besides its owner. */
  fields?(request: Request): object;
  /** Where its bytes go, as the reply tells it. */
  addresses(url: string, request: Request, expiresAt: number): object;
}

const media = (kind: Media, prefix: string, { fields, addresses }: Upload): Resource => ({
  path: `/${kind}s`,
  key: 'urn',
  reads: ['r_organization_social', 'w_organization_social'],
  writes: ['w_organization_social'],
  get(call, key) {
    const held = call.store.find(kind, idIn(kind, key));
    if (!held) throw notFound();
    return { id: key, owner: held.fields.owner, status: statusOf(held, call.now) };
  },
  actions: {
    initializeUpload(call, body) {
      const request = (body.initializeUploadRequest ?? {}) as Request;
      const { owner } = request;
      if (typeof owner !== 'string') throw required('/initializeUploadRequest/owner');
      const more = fields?.(request);
      checkMayPost(call, owner);
      const id = `${prefix}${randomBytes(9).toString('hex')}`;
      const at = { id, at: call.now, actor: urn('person', call.session.member.id) };
      const made = changing(
        call,
        () => ({ kind: 'create', resource: kind, id: urn(kind, id) }),
        () => call.store.insert(kind, { owner, ...more } as never, at),
      );
      const url = `${call.world.origin('professional')}/dms-uploads/${made.id}`;
      return { ...addresses(url, request, call.now + ADDRESS_MS), [kind]: urn(kind, made.id) };
    },
  },
});

function required(path: string): Error {
  return schemaError([`${path} :: field is required but not found and has no default value`]);
}

const WHOLE: Upload = {
  addresses: (uploadUrl, _, uploadUrlExpiresAt) => ({ uploadUrl, uploadUrlExpiresAt }),
};

const PART_BYTES = 4 * 1024 * 1024;

/** A video goes in parts, each to an address of its own. */
const PARTS: Upload = {
  fields({ fileSizeBytes, owner: _, uploadCaptions: __, uploadThumbnail: ___, ...unknown }) {
    const faults = Object.keys(unknown).map(
      (name) => `/initializeUploadRequest/${name} :: unrecognized field found but not allowed`,
    );
    if (faults.length > 0) throw schemaError(faults);
    if (!Number.isInteger(fileSizeBytes)) throw required('/initializeUploadRequest/fileSizeBytes');
    return { fileSizeBytes, parts: {} };
  },
  addresses: (url, { fileSizeBytes }, uploadUrlsExpireAt) => ({
    uploadUrlsExpireAt,
    uploadToken: '',
    uploadInstructions: rangesOf(Number(fileSizeBytes)).map((range, part) => ({
      uploadUrl: `${url}?part=${part}`,
      ...range,
    })),
  }),
};

function rangesOf(bytes: number): { firstByte: number; lastByte: number }[] {
  return Array.from({ length: Math.max(1, Math.ceil(bytes / PART_BYTES)) }, (_, part) => ({
    firstByte: part * PART_BYTES,
    lastByte: Math.min((part + 1) * PART_BYTES, bytes) - 1,
  }));
}

export const images = media('image', 'C4E', WHOLE);
export const documents = media('document', 'D4E', WHOLE);

const uploaded = media('video', 'C5F', PARTS);
export const videos: Resource = {
  ...uploaded,
  actions: {
    ...uploaded.actions,
    /** The video is looked at only when all its parts are named in their order. */
    finalizeUpload(call, body) {
      const { video, uploadedPartIds } = (body.finalizeUploadRequest ?? {}) as Request;
      const held = call.store.find('video', idIn('video', video));
      if (!held) throw notFound();
      const { owner, fileSizeBytes, parts, uploadedAt } = held.fields;
      checkMayPost(call, owner);
      if (uploadedAt !== undefined) throw plain(400, '/finalizeUploadRequest/video was finalized before');
      const wanted = rangesOf(fileSizeBytes).map((_, part) => parts[part]);
      if (JSON.stringify(uploadedPartIds) !== JSON.stringify(wanted))
        throw plain(400, '/finalizeUploadRequest/uploadedPartIds does not name the uploaded parts');
      changing(
        call,
        () => ({ kind: 'update', resource: 'video', id: String(video) }),
        () => call.store.save({ ...held, fields: { ...held.fields, uploadedAt: call.now } }),
      );
      return {};
    },
  },
};

/** Bytes go to an address of their own, without any of the protocol's headers. */
export function mountUploads(app: FastifyInstance, world: World, store: Store): void {
  app.put('/dms-uploads/:id', (request, reply) => {
    const { id } = request.params as { id: string };
    const { part = '0' } = request.query as { part?: string };
    try {
      const file = waitingFile(store, id, world.now());
      const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      checkBytes(bytes, request.headers['content-type'], file, part);
      const tag = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
      world.change(() => {
        if (file.kind === 'video')
          store.save({ ...file, fields: { ...file.fields, parts: { ...file.fields.parts, [part]: tag } } });
        else store.save({ ...file, fields: { ...file.fields, uploadedAt: world.now(), bytes: bytes.length } });
      });
      return reply
        .code(file.kind === 'video' ? 200 : 201)
        .header('etag', tag)
        .send();
    } catch (error) {
      if (!(error instanceof RestliError)) throw error;
      return reply.code(error.status).type('application/json').send(JSON.stringify(error.body));
    }
  });
}

type Uploading = Entity<'image'> | Entity<'document'> | Entity<'video'>;

/** An address leads somewhere from when it was given out until it expires, or until its file is there. */
function waitingFile(store: Store, id: string, now: number): Uploading {
  const file = store.find('image', id) ?? store.find('document', id) ?? store.find('video', id);
  if (!file || file.fields.uploadedAt !== undefined || now >= file.createdAt + ADDRESS_MS) throw notFound();
  return file;
}

/** Bytes are named by their type, and a part of a video fills its range. */
function checkBytes(bytes: Buffer, type: string | undefined, file: Uploading, part: string): void {
  if (type === undefined) throw plain(400, 'Content-Type is required');
  if (bytes.length === 0) throw plain(400, 'The upload is empty');
  if (file.kind !== 'video') return;
  const range = rangesOf(file.fields.fileSizeBytes)[Number(part)];
  if (!range) throw notFound();
  if (bytes.length !== range.lastByte - range.firstByte + 1)
    throw plain(400, `The part needs the bytes from ${range.firstByte} to ${range.lastByte}`);
}
