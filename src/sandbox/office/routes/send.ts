import type { FastifyReply } from 'fastify';
import { applyFieldMask } from './field-mask.ts';

/** The platform indents its answers unless asked not to. */
export function sendJson(reply: FastifyReply, query: URLSearchParams, body: unknown): FastifyReply {
  const kept = applyFieldMask(body, query.get('fields') ?? undefined);
  const indent = query.get('prettyPrint') === 'false' ? 0 : 2;
  return reply.type('application/json; charset=UTF-8').send(JSON.stringify(kept, null, indent));
}
