import type { FastifyRequest } from 'fastify';
import type { World } from '../emulator.ts';
import { OAuthStore } from '../oauth.ts';
import { bearerOf } from '../request-parts.ts';
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
import { findWorkbook, isApiKey } from './state.ts';

/** Any one of these lets a token read cells. */
const READING_SCOPES = ['spreadsheets.readonly', 'spreadsheets', 'drive.file', 'drive.readonly', 'drive'].map(
  (name) => `https://www.googleapis.com/auth/${name}`,
);

/** The caller's e-mail address, or null for an API key. */
export type Caller = string | null;

export function authenticate(world: World, request: FastifyRequest, query: URLSearchParams): Caller {
  const token = bearerOf(request) ?? query.get('access_token');
  const key = query.get('key');
  if (!token && key !== null) {
    if (!isApiKey(world.db, key)) throw badApiKey();
    return null;
  }
  if (!token) throw missingCredentials();
  const known = new OAuthStore(world.db, 'office').checkToken(token, { kind: 'access', now: world.now() });
  if (known === 'expired') throw badCredentials('ACCESS_TOKEN_EXPIRED');
  if (typeof known === 'string') throw badCredentials('ACCESS_TOKEN_TYPE_UNSUPPORTED');
  if (!known.scopes.some((scope) => READING_SCOPES.includes(scope))) throw insufficientScopes();
  return known.subject;
}

export function openWorkbook(world: World, caller: Caller, id: string): Workbook {
  const workbook = findWorkbook(world.db, id);
  if (!workbook) throw notFound();
  const shared = caller !== null && workbook.sharedWith.includes(caller);
  if (!shared && !workbook.linkReadable) throw notShared();
  if (workbook.uploadedFile) throw officeFile();
  return workbook;
}
