import type { FastifyRequest } from 'fastify';
import type { Token } from '../oauth.ts';
import { bad, notGranted, Refusal } from './errors.ts';
import type { Entity, Store } from './state.ts';

/** The caller of a request, by the header `Access-Token`. A token is valid until it is revoked. */
export function openSession(store: Store, request: FastifyRequest, now: number): Token {
  const given = request.headers['access-token'];
  if (typeof given !== 'string' || given === '') {
    throw new Refusal(40104, 'Access token is null, you should set it in http header with key Access-Token.');
  }
  const token = store.tokens.checkToken(given, { kind: 'access', now });
  if (typeof token === 'string') throw new Refusal(40105, 'Access token is incorrect or has been revoked.');
  return token;
}

/** The advertisers the user of a token acts for. */
export function advertisersOf(store: Store, { subject }: Token): Entity<'Advertiser'>[] {
  return store
    .all('Advertiser')
    .filter(({ data }) => data.users.includes(subject))
    .reverse();
}

export function openAdvertiser(store: Store, token: Token, id: string): Entity<'Advertiser'> {
  const found = store.find('Advertiser', id);
  if (!found) throw bad(`The advertiser ${id} doesn't exist or has been deleted.`);
  if (!found.data.users.includes(token.subject)) throw notGranted(id);
  return found;
}
