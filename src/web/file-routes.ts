import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Role } from '../auth/members.ts';
import { Failure, HttpError } from '../errors.ts';
import { readActivity } from './activity.ts';
import { activityCsv } from './activity-csv.ts';
import { ActivityFilters } from './activity-entry.ts';
import type { Filters } from './activity-rows.ts';
import { activityScope } from './activity-slices.ts';
import { placeOf } from './call-tool.ts';
import { ConversionImports } from './conversion-imports.ts';
import { currentSession } from './current-session.ts';
import type { Person } from './people.ts';
import { factsOf } from './request-facts.ts';
import { importSheet, sheetOf } from './sheets.ts';
import type { WebParts } from './web-parts.ts';
import { admitted } from './workspace-access.ts';

/** Uploads and downloads, which are no tRPC procedures, with the least role for each; `access.test.ts` checks the roles. */
export const FILE_ROUTES = [
  { method: 'GET', url: '/activity.csv', role: 'viewer' },
  { method: 'POST', url: '/api/sheets', role: 'member' },
  { method: 'POST', url: '/api/conversion-imports', role: 'member' },
  { method: 'GET', url: '/api/conversion-imports', role: 'viewer' },
  { method: 'GET', url: '/api/media-plans/notes.xlsx', role: 'viewer' },
  { method: 'GET', url: '/api/media-plans/running.xlsx', role: 'viewer' },
] as const satisfies readonly { method: string; url: string; role: Role }[];

const FILE_BYTES_MAX = 256 * 1024 ** 2;
const CSV_PAGE = 500;

const SheetQuery = z.object({ workspaceId: z.string().min(1), id: z.string().optional() });
const texts = z.union([z.string().transform((text) => [text]), z.array(z.string())]);
const CsvQuery = z.object({ workspaceIds: texts.optional() });

export async function serveFiles(app: FastifyInstance, parts: WebParts): Promise<void> {
  await app.register(fastifyMultipart, { limits: { fileSize: FILE_BYTES_MAX, files: 1, fields: 4, parts: 5 } });

  app.post('/api/sheets', async (request, reply) => {
    const { workspaceId, id } = parsed(SheetQuery, request.query);
    const person = await personOf(parts, request, reply);
    const workspace = await admitted(parts, person, workspaceId, 'member');
    const made = await received(request, (file) =>
      importSheet(parts, workspace, { ...file, replaces: id, actor: person.id }),
    );
    return sheetOf(made);
  });

  app.post('/api/conversion-imports', async (request, reply) => {
    const { workspaceId } = parsed(SheetQuery, request.query);
    const person = await personOf(parts, request, reply);
    const workspace = await admitted(parts, person, workspaceId, 'member');
    return received(request, (file) => new ConversionImports({ parts, workspace }).take(file));
  });

  app.get('/api/conversion-imports', async (request, reply) => {
    const { workspaceId, id = '' } = parsed(SheetQuery, request.query);
    const person = await personOf(parts, request, reply);
    const workspace = await admitted(parts, person, workspaceId, 'viewer');
    const imports = new ConversionImports({ parts, workspace });
    const { resultBytes } = await inHttp(() => imports.get(id));
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="conversion-import.csv"')
      .send(resultBytes === 0 ? '' : createReadStream(imports.resultPath(id), { end: resultBytes - 1 }));
  });

  serveMediaPlans(app, parts);
  app.get('/activity.csv', async (request, reply) => {
    const { workspaceIds } = parsed(CsvQuery, request.query);
    const person = await personOf(parts, request, reply);
    const workspaces = workspaceIds
      ? await Promise.all(workspaceIds.map((id) => admitted(parts, person, id, 'viewer')))
      : (await parts.people.workspacesOf(person)).map(({ record }) => record);
    const question = {
      ...activityScope(
        person,
        workspaces.map(({ id }) => id),
        !workspaceIds,
      ),
      filters: filtersIn(request.query as Record<string, unknown>),
      limit: CSV_PAGE,
      signal: factsOf(request).gone(),
    };
    return reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="activity.csv"')
      .send(activityCsv((before) => readActivity(parts, { ...question, before })));
  });
}

/** A sheet as it was read, with a column that tells what becomes of each row; and what runs, in the shape of such a sheet. */
function serveMediaPlans(app: FastifyInstance, parts: WebParts): void {
  const send = async (request: FastifyRequest, reply: FastifyReply, plan?: { plan_id: string }) => {
    const { workspaceId } = parsed(SheetQuery, request.query);
    const person = await personOf(parts, request, reply);
    const workspace = await admitted(parts, person, workspaceId, 'viewer');
    const { requestId, gone } = factsOf(request);
    const place = placeOf({ parts, person, requestId, gone }, workspace);
    const { file } = await inHttp(() => parts.pipeline.desks.mediaPlans(place).export({ ...plan, format: 'xlsx' }));
    return reply
      .type(file.type)
      .header('Content-Disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`)
      .send(Readable.from(file.pieces(gone()), { objectMode: false }));
  };
  app.get('/api/media-plans/notes.xlsx', async (request, reply) =>
    send(request, reply, { plan_id: parsed(SheetQuery, request.query).id ?? '' }),
  );
  app.get('/api/media-plans/running.xlsx', async (request, reply) => send(request, reply));
}

interface SentFile {
  content: Readable;
  isCut(): boolean;
  fileName: string;
}

/** Hands on the one file of a multipart body while it arrives. */
async function received<T>(request: FastifyRequest, take: (file: SentFile) => Promise<T>): Promise<T> {
  factsOf(request).receivesFile();
  const sent = await request.file().catch((error: Error) => {
    throw malformed(error);
  });
  if (!sent) throw new HttpError(400, 'BAD_REQUEST', 'Send the file as multipart/form-data, in a part named file.');
  const file = { content: sent.file, isCut: () => sent.file.truncated, fileName: sent.filename };
  return inHttp(() =>
    take(file).catch((error: Error) => {
      // How the parser says that the body ended inside a part.
      throw /multipart data|Part terminated/.test(error.message) ? malformed(error) : error;
    }),
  );
}

/** The same lists as in the address of the page: `tool=a&tool=b`. */
function filtersIn(query: Record<string, unknown>): Filters {
  const lists = ['changed_by', 'channel', 'tool', 'object', 'not', 'outcome'].flatMap((name) =>
    query[name] === undefined ? [] : [[name, [query[name]].flat()]],
  );
  const single = ['search', 'from', 'until'].flatMap((name) =>
    query[name] === undefined ? [] : [[name, query[name]]],
  );
  return parsed(ActivityFilters, Object.fromEntries([...lists, ...single]));
}

async function personOf(parts: WebParts, request: FastifyRequest, reply: FastifyReply): Promise<Person> {
  const { person } = await currentSession(parts, request, reply);
  if (!person) throw new HttpError(401, 'UNAUTHORIZED', 'Sign in first.');
  return person;
}

function parsed<T>(schema: z.ZodType<T>, given: unknown): T {
  const { success, data, error } = schema.safeParse(given);
  if (success) return data;
  const [issue] = error.issues;
  throw new HttpError(400, 'BAD_REQUEST', `${issue?.path.join('.')}: ${issue?.message}`);
}

/** The parser's own errors (a missing boundary, a part without an end) are the sender's; those with a status say so themselves. */
function malformed(error: Error & { statusCode?: number }): Error {
  if (error.statusCode !== undefined) return error;
  return new HttpError(400, 'BAD_REQUEST', `The upload is malformed: ${error.message}. Nothing was imported.`);
}

async function inHttp<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { message, nextStep } = error.details;
    const notFound = error.code === 'not_found';
    throw new HttpError(notFound ? 404 : 400, notFound ? 'NOT_FOUND' : 'BAD_REQUEST', `${message} ${nextStep}`);
  }
}
