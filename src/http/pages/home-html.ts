import type { ApiServers } from '../../pipeline/openapi.ts';
import type { Tool } from '../../tools/define-tool.ts';
import { escapeHtml, page } from './page-style.ts';

/** The front page: what runs here, and the first three things to do with it. */
export function homeHtml(byAddress: ReadonlyMap<string, readonly Tool[]>, { publicUrl, localUrl }: ApiServers): string {
  const address = publicUrl || localUrl;
  const rows = [...byAddress].map(
    ([name, tools]) =>
      `<tr><td>${tools.length > 0 ? `<a href="/docs#${escapeHtml(name)}">${escapeHtml(name)}</a>` : escapeHtml(name)}</td><td><code>${escapeHtml(`${address}/${name}/mcp`)}</code></td><td>${tools.length || 'none yet'}</td></tr>`,
  );
  const curl = `curl -s ${address}/workspace/mcp -H 'Authorization: Bearer sk_live_…' -H 'Content-Type: application/json' \\\n  -d '{"jsonrpc":"2.0","id":"1","method":"tools/call","params":{"name":"list_workspaces","arguments":{}}}'`;
  const agent = JSON.stringify(
    {
      mcpServers: {
        adhelm: { type: 'http', url: `${address}/search/mcp`, headers: { Authorization: 'Bearer sk_live_…' } },
      },
    },
    null,
    2,
  );
  return page(
    'Adhelm',
    `<main><h1>Adhelm</h1><p>One service that manages ad campaigns on four ad platforms, for agents, programs and people.</p><p class="soft"><a href="/docs">Every tool</a> · <a href="/openapi.json">openapi.json</a> · <a href="/readyz">readiness</a> · <a href="/metrics">metrics</a></p><h2>Channels</h2><table><thead><tr><th>Channel</th><th>Address</th><th>Tools</th></tr></thead><tbody>${rows.join('')}</tbody></table><h2>Call a tool</h2><pre>${escapeHtml(curl)}</pre><p class="soft">A key is made with <code>npm run --silent adhelm -- key create --workspace Acme --name mine</code>.</p><h2>Connect an agent</h2><pre>${escapeHtml(agent)}</pre></main>`,
  );
}
