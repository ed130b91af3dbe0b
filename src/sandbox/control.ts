import Fastify, { type FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type AccidentBook, AccidentInput } from './accident-book.ts';
import type { Clock } from './clock.ts';
import type { MountedPlatform } from './emulator.ts';
import { FaultInput, type FaultList } from './faults.ts';
import type { Ledger } from './ledger.ts';
import type { RequestLog } from './request-log.ts';

export interface Controlled {
  mounted: ReadonlyMap<string, MountedPlatform>;
  accidents: AccidentBook;
  clock: Clock;
  ledger: Ledger;
  faults: FaultList;
  log: RequestLog;
  origins: ReadonlyMap<string, string>;
  reset(): void;
  timePassed(): Promise<void>;
}

const DATE_MS_MAX = 8.64e15;

const ClockInput = z
  .strictObject({
    now: z.iso.datetime({ offset: true }).optional(),
    advanceMs: z.int().min(-DATE_MS_MAX).max(DATE_MS_MAX).optional(),
    frozen: z.boolean().optional(),
  })
  .refine((input) => input.now === undefined || input.advanceMs === undefined, {
    path: ['advanceMs'],
    message: 'cannot be combined with now',
  });

const Count = z.coerce.number().int().min(0);

const LedgerQuery = z.strictObject({
  platform: z.string().optional(),
  kind: z.enum(['create', 'update', 'delete']).optional(),
  resource: z.string().optional(),
  id: z.string().optional(),
  account: z.string().optional(),
  since: Count.optional(),
  limit: Count.max(10_000).optional(),
});

const RequestsQuery = z.strictObject({
  platform: z.string().optional(),
  since: Count.optional(),
  bodies: z.enum(['0', '1']).optional(),
});

const SwitchInput = z.strictObject({ platform: z.string(), name: z.string(), value: z.string() });

/** The control address, by which tests and people set the clock, arm faults and read the ledger. Not part of any platform. */
export function controlApp(controlled: Controlled): FastifyInstance {
  const { mounted, clock, ledger, faults, log, origins } = controlled;
  const app = Fastify({ forceCloseConnections: true, exposeHeadRoutes: false });
  const calls: string[] = [];
  app.addHook('onRoute', ({ method, url }) => void calls.push(`${method} ${url}`));
  refuseOtherNames(app);
  refuseBrowsers(app);
  answerBadInput(app);
  const perPlatform = <T>(read: (platform: MountedPlatform) => T) =>
    Object.fromEntries([...mounted].map(([name, platform]) => [name, read(platform)]));
  const clockNow = () => ({ now: new Date(clock.now()).toISOString(), frozen: clock.frozen });

  app.get('/', () => ({ origins: Object.fromEntries(origins), clock: clockNow(), calls }));
  app.get('/grants', () => perPlatform(({ emulator, world }) => emulator.grants(world)));
  app.get('/practice', () => ({
    sheets: [...mounted.values()].flatMap(({ emulator, world }) => emulator.practiceSheets?.(world) ?? []),
  }));
  app.get('/coverage', () => perPlatform(({ emulator }) => emulator.coverage));

  app.get('/clock', clockNow);
  app.put('/clock', async (request) => {
    const input = ClockInput.parse(request.body ?? {});
    const target = input.now === undefined ? clock.now() + (input.advanceMs ?? 0) : Date.parse(input.now);
    if (Math.abs(target) > DATE_MS_MAX) throw new BadInput('advanceMs', 'leads outside of what a date can hold');
    clock.set(target, input.frozen ?? clock.frozen);
    await controlled.timePassed();
    return clockNow();
  });

  app.get('/faults', () => ({ faults: faults.list() }));
  app.post('/faults', (request, reply) => {
    const fault = FaultInput.parse(request.body ?? {});
    if (!mounted.has(fault.platform)) {
      throw new BadInput('platform', `is none of ${[...mounted.keys()].join(', ')}`);
    }
    faults.arm(fault);
    return reply.code(201).send({ faults: faults.list() });
  });
  app.delete('/faults', () => {
    faults.clear();
    return { faults: [] };
  });

  mountSwitches(app, mounted);
  mountAccidents(app, controlled.accidents);
  app.get('/ledger', (request) => ({ effects: ledger.read(LedgerQuery.parse(request.query)) }));
  app.get('/requests', (request) => {
    const { bodies, ...filter } = RequestsQuery.parse(request.query);
    return { requests: bodies === '1' ? log.listWithBodies(filter) : log.list(filter) };
  });

  app.post('/reset', () => {
    controlled.reset();
    return { reset: true, clock: clockNow() };
  });
  return app;
}

function mountSwitches(app: FastifyInstance, mounted: Controlled['mounted']): void {
  const state = () => {
    const shown = [...mounted].flatMap(([platform, { emulator, world }]) => {
      const { choices = {}, read } = emulator.switches ?? {};
      const values = Object.keys(choices).map((name) => [name, { value: read?.(world, name), choices: choices[name] }]);
      return values.length > 0 ? [[platform, Object.fromEntries(values)]] : [];
    });
    return { switches: Object.fromEntries(shown) };
  };
  app.get('/switches', state);
  app.put('/switches', (request) => {
    const { platform, name, value } = SwitchInput.parse(request.body ?? {});
    const { emulator, world } = mounted.get(platform) ?? {};
    if (!emulator?.switches || !world) throw new BadInput('platform', 'has no switches');
    const { choices, set } = emulator.switches;
    const values = Object.hasOwn(choices, name) ? choices[name]! : undefined;
    if (!values) throw new BadInput('name', `is none of ${Object.keys(choices).join(', ')}`);
    if (!values.includes(value)) throw new BadInput('value', `is none of ${values.join(', ')}`);
    set(world, name, value);
    return state();
  });
}

function mountAccidents(app: FastifyInstance, accidents: AccidentBook): void {
  const state = () => ({ accidents: accidents.list(), kinds: accidents.kinds });
  app.get('/accidents', state);
  app.post('/accidents', (request, reply) => {
    const added = accidents.add(AccidentInput.parse(request.body ?? {}));
    if (typeof added !== 'number') throw new BadInput(added.field, added.message);
    return reply.code(201).send({ id: added, ...state() });
  });
  app.delete('/accidents/:id', (request) => {
    const { id } = request.params as { id: string };
    if (!accidents.mend(Number(id))) throw new BadInput('id', `there is no accident ${id} to mend`);
    return state();
  });
}

class BadInput extends Error {
  readonly field: string;

  constructor(field: string, message: string) {
    super(`${field}: ${message}`);
    this.field = field;
  }
}

/** Against DNS rebinding: a page whose host name resolves to this machine sends that name as Host, and no Origin. */
function refuseOtherNames(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isOwnHost(request.headers.host, request.socket.localPort)) return;
    return reply
      .code(403)
      .send({ error: 'the control address answers to 127.0.0.1, localhost or [::1] with its port' });
  });
}

function isOwnHost(host: string | undefined, ownPort: number | undefined): boolean {
  const [, port = '80'] = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::(\d+))?$/i.exec(host ?? '') ?? [undefined, ''];
  return Number(port) === ownPort;
}

/** A web page open in a browser could otherwise post to this port. Programs send no Origin. */
function refuseBrowsers(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.origin) return reply.code(403).send({ error: 'the control address does not serve web pages' });
  });
}

function answerBadInput(app: FastifyInstance): void {
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof BadInput) return reply.code(400).send({ error: error.message, field: error.field });
    if (error instanceof z.ZodError) {
      const problems = error.issues.map(({ code, path, message, ...rest }) => ({
        field: code === 'unrecognized_keys' ? (rest as { keys: string[] }).keys.join(', ') : path.join('.') || 'body',
        message,
      }));
      const text = problems.map(({ field, message }) => `${field}: ${message}`).join('; ');
      return reply.code(400).send({ error: text, field: problems[0]?.field });
    }
    throw error;
  });
}
