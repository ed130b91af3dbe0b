import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Graph } from '../graph/dispatch.ts';
import type { GraphNode } from '../state.ts';
import { SCOPES } from './people.ts';

interface Asked {
  app: GraphNode<'Application'>;
  redirectUri: string;
  state: string | undefined;
  scopes: string[];
}

/** The platform's login dialog: a person, what is asked of them, and two buttons (reference §9). */
export function mountLoginPages(app: FastifyInstance, graph: Graph): void {
  app.get('/:version/dialog/oauth', (request, reply) => showDialog(graph, request, reply));
  app.post('/:version/dialog/oauth', (request, reply) => decide(graph, request, reply));
}

function readAsked(graph: Graph, query: URLSearchParams): Asked | string {
  const app = graph.store.findKind('Application', query.get('client_id') ?? '');
  if (!app) return 'Invalid App ID: The provided app ID does not look like a valid app ID.';
  const redirectUri = query.get('redirect_uri') ?? '';
  if (!/^https?:\/\//.test(redirectUri)) return "Can't load URL: the redirect_uri is missing or not an address.";
  const scopes = (query.get('scope') ?? '').split(/[\s,]+/).filter(Boolean);
  const unknown = scopes.find((scope) => !SCOPES.includes(scope) && scope !== 'public_profile' && scope !== 'email');
  if (unknown !== undefined) return `Invalid Scopes: ${unknown}.`;
  return { app, redirectUri, state: query.get('state') ?? undefined, scopes };
}

function queryOf(request: FastifyRequest): URLSearchParams {
  return new URL(request.url, 'http://emulator').searchParams;
}

function showDialog(graph: Graph, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = readAsked(graph, queryOf(request));
  if (typeof asked === 'string')
    return reply
      .code(400)
      .type('text/html; charset=utf-8')
      .send(page('Error', `<p>${html(asked)}</p>`));
  const people = graph.store.all('User').map(({ id, data }) => `<option value="${id}">${html(data.name)}</option>`);
  const wants = asked.scopes.map((scope) => `<li>${html(scope)}</li>`).join('');
  const form = `<form method="post"><p><b>${html(asked.app.data.name)}</b> asks for:</p><ul>${wants}</ul>
<label>Log in as <select name="user">${people.join('')}</select></label>
<p><button name="decision" value="approve">Continue</button> <button name="decision" value="deny">Cancel</button></p></form>`;
  return reply.type('text/html; charset=utf-8').send(page('Log in', form));
}

function decide(graph: Graph, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const asked = readAsked(graph, queryOf(request));
  if (typeof asked === 'string')
    return reply
      .code(400)
      .type('text/html; charset=utf-8')
      .send(page('Error', `<p>${html(asked)}</p>`));
  const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString('utf8') : '');
  const users = graph.store.all('User');
  const user = users.find(({ id }) => id === form.get('user')) ?? users.at(-1)!;
  const answer = form.get('decision') === 'approve' ? { code: newCode(graph, asked, user.id) } : DENIED;
  const target = new URL(asked.redirectUri);
  for (const [name, value] of Object.entries({ ...answer, ...(asked.state !== undefined && { state: asked.state }) }))
    target.searchParams.set(name, value);
  return reply.redirect(target.href, 302);
}

const DENIED = {
  error: 'access_denied',
  error_code: '200',
  error_description: 'Permissions error',
  error_reason: 'user_denied',
};

function newCode(graph: Graph, { app, redirectUri, scopes }: Asked, subject: string): string {
  const code = `AQ${randomBytes(48).toString('base64url')}`;
  graph.world.change(() => {
    graph.store.run(
      'INSERT INTO social_codes (code, app, subject, redirect_uri, scopes, issued) VALUES (?, ?, ?, ?, ?, ?)',
      code,
      app.id,
      subject,
      redirectUri,
      JSON.stringify(scopes),
      graph.world.now(),
    );
  });
  return code;
}

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title} (sandbox)</title></head><body><h1>${title}</h1>${content}</body></html>`;
}

function html(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
