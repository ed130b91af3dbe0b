import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '../../../ambient.ts';
import type { World } from '../../emulator.ts';
import { mayPostFor } from '../access.ts';
import { coded, notFound, plain, schemaError } from '../errors.ts';
import { idIn, urn } from '../format.ts';
import { changing, type Resource } from '../restli/resource.ts';
import type { Entity, Store } from '../state.ts';

/** The platform looks at what it was sent before it lets it be used. */
const PROCESSING_MS = 400;

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
      if (!mayPostFor(call, owner))
        throw coded(403, 'ACCESS_DENIED', `Not enough permissions to post as ${owner}`, 100);
      const id = `${prefix}${randomBytes(9).toString('hex')}`;
      const at = { id, at: call.now, actor: urn('person', call.session.member.id) };
      const made = changing(
        call,
        () => ({ kind: 'create', resource: kind, id: urn(kind, id) }),
        () => call.store.insert(kind, { owner, ...more } as never, at),
      );
      const url = `${call.world.origin('professional')}/dms-uploads/${made.id}`;
      return { ...addresses(url, request, call.now + HOUR_MS), [kind]: urn(kind, made.id) };
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
    uploadInstructions: Array.from({ length: partsOf(Number(fileSizeBytes)) }, (_, part) => ({
      uploadUrl: `${url}?part=${part}`,
      firstByte: part * PART_BYTES,
      lastByte: Math.min((part + 1) * PART_BYTES, Number(fileSizeBytes)) - 1,
    })),
  }),
};

function partsOf(bytes: number): number {
  return Math.max(1, Math.ceil(bytes / PART_BYTES));
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
      const { fileSizeBytes, parts } = held.fields;
      const wanted = Array.from({ length: partsOf(fileSizeBytes) }, (_, part) => parts[part]);
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
    const file = store.find('image', id) ?? store.find('document', id);
    const video = store.find('video', id);
    const refused =
      !file && !video
        ? notFound()
        : request.headers['content-type'] === undefined
          ? plain(400, 'Content-Type is required')
          : undefined;
    if (refused) return reply.code(refused.status).type('application/json').send(JSON.stringify(refused.body));
    const bytes = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const tag = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
    const { part = '0' } = request.query as { part?: string };
    world.change(() => {
      if (file) store.save({ ...file, fields: { ...file.fields, uploadedAt: world.now(), bytes: bytes.length } });
      if (video) store.save({ ...video, fields: { ...video.fields, parts: { ...video.fields.parts, [part]: tag } } });
    });
    return reply
      .code(video ? 200 : 201)
      .header('etag', tag)
      .send();
  });
}
