import type { FastifyInstance, FastifyReply } from 'fastify';
import type { World } from '../emulator.ts';
import { readForm } from '../office/routes/form.ts';
import { hasRefreshToken, issueCode } from '../office/tokens.ts';
import { findClient, listUsers } from './service-accounts.ts';

const CODE_LIFETIME_MS = 600_000;

/** The consent screen: who one is, what the application asks for, and a yes or no. */
export function mountLoginPage(app: FastifyInstance, world: World): void {
  app.get('/o/oauth2/v2/auth', (request, reply) => {
    const asked = new URLSearchParams(request.url.split('?')[1] ?? '');
    const problem = findProblem(world, asked);
    if (problem) return refuse(reply, problem);
    return reply.type('text/html; charset=utf-8').send(page(world, asked));
  });

  app.post('/o/oauth2/v2/auth', (request, reply) => {
    const form = readForm(request);
    const problem = findProblem(world, form);
    if (problem) return refuse(reply, problem);
    const account = listUsers(world.db).find(({ email }) => email === form.get('account'));
    if (form.get('decision') !== 'approve' || !account) return sendBack(reply, form, { error: 'access_denied' });
    const scope = form.get('scope')!;
    return sendBack(reply, form, {
      code: approve(world, form, account.email),
      scope,
      authuser: '0',
      prompt: 'consent',
    });
  });
}

function approve(world: World, asked: URLSearchParams, principal: string): string {
  const clientId = asked.get('client_id')!;
  const challenge = asked.get('code_challenge');
  // Only the first consent brings a refresh token, unless the application insists on asking again.
  const first = asked.get('prompt')?.includes('consent') || !hasRefreshToken(world.db, clientId, principal);
  return issueCode(world, {
    principal,
    clientId,
    scope: asked.get('scope')!,
    redirectUri: asked.get('redirect_uri')!,
    ...(challenge && { challenge, challengeMethod: asked.get('code_challenge_method') ?? 'plain' }),
    offline: asked.get('access_type') === 'offline' && first,
    expiresAt: world.now() + CODE_LIFETIME_MS,
  });
}

interface LoginProblem {
  status: number;
  code: string;
  text: string;
}

function findProblem(world: World, asked: URLSearchParams): LoginProblem | undefined {
  for (const name of ['client_id', 'redirect_uri', 'response_type', 'scope']) {
    if (!asked.get(name)) return { status: 400, code: 'invalid_request', text: `Missing required parameter: ${name}` };
  }
  if (!findClient(world.db, asked.get('client_id')!)) {
    return { status: 401, code: 'invalid_client', text: 'The OAuth client was not found.' };
  }
  if (asked.get('response_type') !== 'code') {
    return { status: 400, code: 'unsupported_response_type', text: 'Only response_type=code is served here.' };
  }
  if (!isLoopback(asked.get('redirect_uri')!)) {
    return { status: 400, code: 'redirect_uri_mismatch', text: 'Only addresses of this machine are registered.' };
  }
  return undefined;
}

/** The seeded applications are registered for this machine alone, so no page elsewhere can be handed a code. */
function isLoopback(uri: string): boolean {
  return URL.canParse(uri) && /^https?:$/.test(new URL(uri).protocol) && isLocalName(new URL(uri).hostname);
}

function isLocalName(hostname: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}

function sendBack(reply: FastifyReply, asked: URLSearchParams, answer: Record<string, string>): FastifyReply {
  const target = new URL(asked.get('redirect_uri')!);
  const state = asked.get('state');
  if (state !== null) target.searchParams.set('state', state);
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
  return reply.redirect(target.href, 302);
}

function refuse(reply: FastifyReply, { status, code, text }: LoginProblem): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(html(`<h1>Access blocked</h1><p>Error ${status}: ${escapeHtml(code)}</p><p>${escapeHtml(text)}</p>`));
}

function page(world: World, asked: URLSearchParams): string {
  const hidden = [...asked].map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const accounts = listUsers(world.db).map(
    ({ email, name }, index) =>
      `<label><input type="radio" name="account" value="${escapeHtml(email)}"${index === 0 ? ' checked' : ''}> ${escapeHtml(name)} (${escapeHtml(email)})</label><br>`,
  );
  const scopes = asked
    .get('scope')!
    .split(' ')
    .map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`);
  return html(`<h1>Sign in</h1>
<p><code>${escapeHtml(asked.get('client_id')!)}</code> wants access to your account:</p>
<ul>${scopes.join('')}</ul>
<form method="post" action="/o/oauth2/v2/auth">
${hidden.join('\n')}
<fieldset><legend>Choose an account</legend>${accounts.join('')}</fieldset>
<button name="decision" value="deny">Cancel</button>
<button name="decision" value="approve">Allow</button>
</form>`);
}

function html(body: string): string {
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in (sandbox)</title><body>${body}</body></html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
