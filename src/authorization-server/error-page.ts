import type { Configuration } from 'oidc-provider';

/** Shown where no redirect is safe: an unknown client, an unknown redirect address, a consent that has lapsed. */
export function errorPage(page: (title: string, body: string) => string): NonNullable<Configuration['renderError']> {
  return async (ctx, { error, error_description }) => {
    ctx.type = 'text/html; charset=utf-8';
    ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
    ctx.body = page(
      'Sign-in failed',
      `<main><h1>The client could not be connected</h1>
<p>${escaped(error_description ?? 'Something failed inside the service.')}</p>
<p class="soft"><code>${escaped(error)}</code></p>
<p>No access was given. Start again from the client; if it fails again, show this page to the operator of this service.</p></main>`,
    );
  };
}

function escaped(text: unknown): string {
  return String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
