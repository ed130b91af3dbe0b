import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Emulator } from './emulator.ts';
import type { RequestLog } from './request-log.ts';
import { pathOf } from './request-parts.ts';

const WORDED = ['throttle', 'expired_token', 'server_error', 'unavailable'] as const;

export const FaultInput = z.strictObject({
  platform: z.string().min(1),
  /** A regular expression searched in `METHOD /path`; left out, every request is meant. */
  match: z.string().refine(isPattern, 'is not a regular expression').optional(),
  /** `accepted_not_applied` answers as if the change had been made, and makes none. */
  kind: z.enum(['latency', 'cut_before', 'cut_after', 'accepted_not_applied', ...WORDED]),
  /** Delay before the fault, for every kind. */
  ms: z.int().min(0).max(600_000).optional(),
  /** How many requests it affects. */
  times: z.int().min(1).default(1),
  /** How many matching requests pass unharmed first. */
  skip: z.int().min(0).default(0),
});
export type Fault = z.infer<typeof FaultInput>;

/** Armed faults that are not used up. Kept in memory: a restart clears them. */
export class FaultList {
  #armed: Fault[] = [];

  arm(fault: Fault): void {
    this.#armed.push({ ...fault });
  }

  list(): readonly Fault[] {
    return this.#armed;
  }

  clear(): void {
    this.#armed = [];
  }

  /** The first armed fault that matches this request. A request uses up one fault at most. */
  take(platform: string, line: string): Fault | undefined {
    for (const fault of this.#armed) {
      if (fault.platform !== platform || !new RegExp(fault.match ?? '').test(line)) continue;
      if (fault.skip > 0) {
        fault.skip -= 1;
        continue;
      }
      fault.times -= 1;
      if (fault.times === 0) this.#armed = this.#armed.filter((other) => other !== fault);
      return fault;
    }
    return undefined;
  }
}

/** Applies armed faults before the emulator sees a request. The returned function: whether to drop the request's changes. */
export function hookFaults(
  app: FastifyInstance,
  emulator: Emulator,
  faults: FaultList,
  log: RequestLog,
): (request: FastifyRequest) => boolean {
  const cutAfter = new WeakSet<FastifyRequest>();
  const notApplied = new WeakSet<FastifyRequest>();

  app.addHook('onRequest', async (request, reply) => {
    const fault = faults.take(emulator.platform, `${request.method} ${pathOf(request)}`);
    if (!fault) return;
    if (fault.ms) await delay(fault.ms, undefined, { ref: false });
    if (fault.kind === 'latency') return;
    if (fault.kind === 'cut_after') {
      cutAfter.add(request);
      return;
    }
    if (fault.kind === 'accepted_not_applied') {
      notApplied.add(request);
      return;
    }
    if (fault.kind === 'cut_before') {
      log.add(emulator.platform, request, { fault: 'cut_before' });
      reply.hijack();
      request.raw.socket.destroy();
      return reply;
    }
    return sendWorded(reply, emulator.faultReply(fault.kind, request));
  });

  app.addHook('onSend', async (request, reply, payload) => {
    if (!cutAfter.has(request)) {
      const fault = notApplied.has(request) && { fault: 'accepted_not_applied' };
      log.add(emulator.platform, request, { status: reply.statusCode, ...fault, responseBody: payload });
      return payload;
    }
    log.add(emulator.platform, request, { fault: 'cut_after', responseBody: payload });
    request.raw.socket.destroy();
    return '';
  });

  return (request) => notApplied.has(request);
}

function sendWorded(reply: FastifyReply, worded: ReturnType<Emulator['faultReply']>): FastifyReply {
  return reply
    .code(worded.status)
    .headers({ 'content-type': 'application/json; charset=utf-8', ...worded.headers })
    .send(worded.body);
}

function isPattern(source: string): boolean {
  try {
    new RegExp(source);
    return true;
  } catch {
    return false;
  }
}
