import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bodyForm, pathOf, queryOf } from './request-parts.ts';

/** The parts of a consent page that differ by platform. `asked` is the query the application sent. */
export interface SignInPage {
  /** The route, in the router's notation. */
  path: string;
  /** Shown on the page itself: nothing is sent to an address that is not registered. */
  problem(asked: URLSearchParams): { status: number; text: string } | undefined;
  application(asked: URLSearchParams): string;
  scopes(asked: URLSearchParams): readonly string[];
  users(): readonly { id: string; name: string }[];
  /** The query for `redirect_uri`, beside `state`. */
  approve(asked: URLSearchParams, userId: string): Record<string, string>;
  deny: Record<string, string>;
}

/**
 * A consent page: the user to sign in as (`user`), the permissions, and two buttons (`decision` = approve or deny).
 * The answer is sent to the application's `redirect_uri`.
 */
export function mountSignInPage(app: FastifyInstance, page: SignInPage): void {
  app.get(page.path, (request, reply) => {
    const asked = queryOf(request);
    const problem = page.problem(asked);
    return problem ? refuse(reply, problem) : sendHtml(reply, 200, consentForm(page, asked, request));
  });
  app.post(page.path, (request, reply) => {
    const form = bodyForm(request);
    const asked = new URLSearchParams({ ...Object.fromEntries(queryOf(request)), ...Object.fromEntries(form) });
    const problem = page.problem(asked);
    if (problem) return refuse(reply, problem);
    const user = page.users().find(({ id }) => id === form.get('user'));
    return reply.redirect(wayBack(page, asked, form.get('decision') === 'approve' ? user?.id : undefined), 302);
  });
}

function wayBack(page: SignInPage, asked: URLSearchParams, approvedBy: string | undefined): string {
  const target = new URL(asked.get('redirect_uri')!);
  const state = asked.get('state');
  if (state !== null) target.searchParams.set('state', state);
  const answer = approvedBy === undefined ? page.deny : page.approve(asked, approvedBy);
  for (const [name, value] of Object.entries(answer)) target.searchParams.set(name, value);
  return target.href;
}

function consentForm(page: SignInPage, asked: URLSearchParams, request: FastifyRequest): string {
  const kept = [...asked].map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  );
  const scopes = page.scopes(asked).map((scope) => `<li><code>${escapeHtml(scope)}</code></li>`);
  const hint = asked.get('login_hint');
  const users = page
    .users()
    .map(
      ({ id, name }) =>
        `<option value="${escapeHtml(id)}"${id === hint ? ' selected' : ''}>${escapeHtml(name)}</option>`,
    );
  return `<h1>Sign in</h1><p><b>${escapeHtml(page.application(asked))}</b> asks for:</p><ul>${scopes.join('')}</ul>
<form method="post" action="${escapeHtml(pathOf(request))}">${kept.join('')}
<p><label>Sign in as <select name="user">${users.join('')}</select></label></p>
<button name="decision" value="approve">Allow</button> <button name="decision" value="deny">Cancel</button></form>`;
}

function refuse(reply: FastifyReply, { status, text }: { status: number; text: string }): FastifyReply {
  return sendHtml(reply, status, `<h1>Error ${status}</h1><p>${escapeHtml(text)}</p>`);
}

function sendHtml(reply: FastifyReply, status: number, body: string): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in (sandbox)</title><body style="font-family:sans-serif;max-width:32rem;margin:4rem auto">${body}</body></html>`,
    );
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
