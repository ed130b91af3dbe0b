import type { FastifyRequest } from 'fastify';
import type { World } from '../emulator.ts';
import { isApiKey } from '../google/service-accounts.ts';
import {
  badApiKey,
  badCredentials,
  insufficientScopes,
  missingCredentials,
  notFound,
  notShared,
  officeFile,
} from './errors.ts';
import type { Workbook } from './state/workbook.ts';
import { findWorkbook } from './state.ts';
import { findAccessToken } from './tokens.ts';

/** Any one of these lets a token read cells. */
const READING_SCOPES = ['spreadsheets.readonly', 'spreadsheets', 'drive.file', 'drive.readonly', 'drive'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);

/** The caller's e-mail address, or null for an API key, which is nobody. */
export type Caller = string | null;

export function authenticate(world: World, request: FastifyRequest, query: URLSearchParams): Caller {
  const [, token = query.get('access_token')] = /^Bearer\s+(.+)$/i.exec(request.headers.authorization ?? '') ?? [];
  const key = query.get('key');
  if (!token && key !== null) {
    if (!isApiKey(world.db, key)) throw badApiKey();
    return null;
  }
  if (!token) throw missingCredentials();
  const known = findAccessToken(world.db, token);
  if (!known) throw badCredentials('ACCESS_TOKEN_TYPE_UNSUPPORTED');
  if (known.expiresAt <= world.now()) throw badCredentials('ACCESS_TOKEN_EXPIRED');
  if (!known.scope.split(' ').some((scope) => READING_SCOPES.includes(scope))) throw insufficientScopes();
  return known.principal;
}

export function openWorkbook(world: World, caller: Caller, id: string): Workbook {
  const workbook = findWorkbook(world.db, id);
  if (!workbook) throw notFound();
  const shared = caller !== null && workbook.sharedWith.includes(caller);
  if (!shared && !workbook.linkReadable) throw notShared();
  if (workbook.uploadedFile) throw officeFile();
  return workbook;
}
