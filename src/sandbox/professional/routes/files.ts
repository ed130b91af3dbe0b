import { randomBytes } from 'node:crypto';
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

type Media = 'image' | 'document';

export function isAvailable({ fields }: Entity<Media>, now: number): boolean {
  return fields.uploadedAt !== undefined && now >= fields.uploadedAt + PROCESSING_MS;
}

function statusOf(image: Entity<Media>, now: number): string {
  if (image.fields.uploadedAt === undefined) return 'WAITING_UPLOAD';
  return isAvailable(image, now) ? 'AVAILABLE' : 'PROCESSING';
}

const media = (kind: Media, prefix: string): Resource => ({
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
      const { owner } = (body.initializeUploadRequest ?? {}) as { owner?: unknown };
      if (typeof owner !== 'string')
        throw schemaError([
          '/initializeUploadRequest/owner :: field is required but not found and has no default value',
        ]);
      if (!mayPostFor(call, owner))
        throw coded(403, 'ACCESS_DENIED', `Not enough permissions to post as ${owner}`, 100);
      const id = `${prefix}${randomBytes(9).toString('hex')}`;
      const made = changing(
        call,
        () => ({ kind: 'create', resource: kind, id: urn(kind, id) }),
        () => call.store.insert(kind, { owner }, { id, at: call.now, actor: urn('person', call.session.member.id) }),
      );
      return {
        uploadUrl: `${call.world.origin('professional')}/dms-uploads/${made.id}`,
        uploadUrlExpiresAt: call.now + HOUR_MS,
        [kind]: urn(kind, made.id),
      };
    },
  },
});

export const images = media('image', 'C4E');
export const documents = media('document', 'D4E');

/** Bytes go to an address of their own, without any of the protocol's headers. */
export function mountUploads(app: FastifyInstance, world: World, store: Store): void {
  app.put('/dms-uploads/:id', (request, reply) => {
    const { id } = request.params as { id: string };
    const image = store.find('image', id) ?? store.find('document', id);
    const problem = !image
      ? notFound()
      : request.headers['content-type'] === undefined
        ? plain(400, 'Content-Type is required')
        : undefined;
    if (problem || !image) {
      const refused = problem ?? notFound();
      return reply.code(refused.status).type('application/json').send(JSON.stringify(refused.body));
    }
    const bytes = Buffer.isBuffer(request.body) ? request.body.length : 0;
    world.change(() => store.save({ ...image, fields: { ...image.fields, uploadedAt: world.now(), bytes } }));
    return reply.code(201).send();
  });
}
