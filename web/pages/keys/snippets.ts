/** Input of the configuration snippets that a person pastes into their agent or editor to use a key. */
interface SnippetContext {
  origin: string;
  workspace: string;
  /** Addresses the key may call. */
  channels: readonly string[];
  key: string;
}

export interface Snippet {
  name: string;
  write(context: SnippetContext): string;
}

/** In place of the key, where it should not end up in a file. */
export const KEY_VARIABLE = '$ADHELM_API_KEY';

/** How the editors' files read the environment. */
const FROM_ENVIRONMENT = '$'.concat('{env:ADHELM_API_KEY}');

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'adhelm';

const addressOf = ({ origin }: SnippetContext, channel: string) => `${origin}/${channel}/mcp`;
const nameOf = ({ workspace }: SnippetContext, channel: string) => `${slug(workspace)}-${channel}`;

/** The servers of a configuration file, by name; `variable` is how that program reads the environment. */
function serverList(context: SnippetContext, variable: string, more: object = {}) {
  const key = context.key === KEY_VARIABLE ? variable : context.key;
  return Object.fromEntries(
    context.channels.map((channel) => [
      nameOf(context, channel),
      { ...more, url: addressOf(context, channel), headers: { Authorization: `Bearer ${key}` } },
    ]),
  );
}

const json = (value: unknown) => JSON.stringify(value, null, 2);
const inProgram = (key: string, variable: string) => (key === KEY_VARIABLE ? variable : JSON.stringify(key));
const REQUEST = { jsonrpc: '2.0', id: '1', method: 'tools/call', params: { name: 'list_workspaces', arguments: {} } };
const firstOf = ({ channels }: SnippetContext) =>
  channels.includes('workspace') ? 'workspace' : (channels[0] ?? 'workspace');
const requestFor = (context: SnippetContext) =>
  firstOf(context) === 'workspace' ? REQUEST : { jsonrpc: '2.0', id: '1', method: 'tools/list' };

export const SNIPPETS: readonly Snippet[] = [
  {
    name: 'curl',
    write: (context) =>
      [
        `curl ${addressOf(context, firstOf(context))} \\`,
        `  -H "Authorization: Bearer ${context.key}" \\`,
        `  -H "Content-Type: application/json" \\`,
        `  -d '${JSON.stringify(requestFor(context))}'`,
      ].join('\n'),
  },
  {
    name: 'Claude Code',
    write: (context) =>
      [
        '# one command per channel this key may use',
        ...context.channels.map((channel) =>
          [
            `claude mcp add --transport http ${nameOf(context, channel)} ${addressOf(context, channel)} \\`,
            `  --header "Authorization: Bearer ${context.key}"`,
          ].join('\n'),
        ),
      ].join('\n'),
  },
  {
    name: 'Cursor',
    write: (context) => `// .cursor/mcp.json\n${json({ mcpServers: serverList(context, FROM_ENVIRONMENT) })}`,
  },
  {
    name: 'VS Code',
    write: (context) =>
      `// .vscode/mcp.json\n${json({ servers: serverList(context, FROM_ENVIRONMENT, { type: 'http' }) })}`,
  },
  {
    name: 'Codex',
    write: (context) =>
      [
        '# ~/.codex/config.toml',
        ...context.channels.map((channel) =>
          [
            `[mcp_servers.${nameOf(context, channel)}]`,
            `url = "${addressOf(context, channel)}"`,
            context.key === KEY_VARIABLE
              ? 'bearer_token_env_var = "ADHELM_API_KEY"'
              : `http_headers = { Authorization = "Bearer ${context.key}" }`,
          ].join('\n'),
        ),
      ].join('\n'),
  },
  {
    name: 'Python',
    write: (context) =>
      [
        'import json, os, urllib.request',
        '',
        'request = urllib.request.Request(',
        `    "${addressOf(context, firstOf(context))}",`,
        `    data=json.dumps(${JSON.stringify(requestFor(context))}).encode(),`,
        '    headers={',
        `        "Authorization": "Bearer " + ${inProgram(context.key, 'os.environ["ADHELM_API_KEY"]')},`,
        '        "Content-Type": "application/json",',
        '    },',
        ')',
        'print(json.load(urllib.request.urlopen(request))["result"])',
      ].join('\n'),
  },
  {
    name: 'TypeScript',
    write: (context) =>
      [
        `const response = await fetch('${addressOf(context, firstOf(context))}', {`,
        "  method: 'POST',",
        '  headers: {',
        `    Authorization: \`Bearer \${${inProgram(context.key, 'process.env.ADHELM_API_KEY')}}\`,`,
        "    'Content-Type': 'application/json',",
        '  },',
        `  body: JSON.stringify(${JSON.stringify(requestFor(context))}),`,
        '});',
        'const { result } = await response.json();',
        'console.log(result);',
      ].join('\n'),
  },
];
