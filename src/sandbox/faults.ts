import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Emulator } from './emulator.ts';
import type { RequestLog } from './request-log.ts';
import { pathOf } from './request-parts.ts';

const WORDED = ['throttle', 'expired_token', 'refused', 'server_error', 'unavailable'] as const;

/** What stands in the reply instead of the answer, once the platform has done what it was asked. */
const GARBAGE: Readonly<Record<string, (answer: string) => string>> = {
  truncated: (answer) => answer.slice(0, Math.ceil(answer.length / 2)),
  html: () => '<!doctype html><html><body><h1>Welcome</h1></body></html>',
  wrong_shape: () => '[{"unexpected":true}]',
  empty: () => '',
};

export const FaultInput = z.strictObject({
  platform: z.string().min(1),
  /** A regular expression searched in `METHOD /path`; left out, every request is meant. */
  match: z.string().refine(isPattern, 'is not a regular expression').optional(),
  /**
   * `refused` is the platform's own word that the caller may not do this, with nothing changed;
   * `accepted_not_applied` answers as if the change had been made, and makes none; `garbage` makes it and
   * answers nonsense.
   */
  kind: z.enum(['latency', 'cut_before', 'cut_after', 'accepted_not_applied', 'garbage', ...WORDED]),
  /** Of `garbage`: what the answer is replaced by, with the status 200. */
  form: z.enum(['truncated', 'html', 'wrong_shape', 'empty']).default('truncated'),
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
  const garbled = new WeakMap<FastifyRequest, Fault['form']>();

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
    if (fault.kind === 'garbage') {
      garbled.set(request, fault.form);
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
    const form = garbled.get(request);
    if (form) {
      const answer = typeof payload === 'string' || Buffer.isBuffer(payload) ? payload.toString() : '';
      const body = GARBAGE[form]?.(answer) ?? '';
      log.add(emulator.platform, request, { status: 200, fault: 'garbage', responseBody: body });
      reply.code(200).header('content-type', form === 'html' ? 'text/html' : 'application/json');
      return body;
    }
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
