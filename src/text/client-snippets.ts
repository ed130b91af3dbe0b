/** Where a client or program is to connect, and how: the input of every snippet on the pages, in the README and of `adhelm connect-agent`. */
export interface Connection {
  origin: string;
  /** Begins the names of the servers in the client's list. */
  name: string;
  /** Channels that get an address each; none of them: one address for all. */
  channels: readonly string[];
  /** The key, or `KEY_VARIABLE`; left out when the client signs in. */
  key?: string | undefined;
}

export interface Snippet {
  name: string;
  /** How a Markdown page marks it up. */
  language: string;
  write(connection: Connection): string;
  /** Opens the client with the first address filled in. For a connection without a key: a key in a link would stay in histories. */
  link?(connection: Connection): string;
  /** Takes no key: people sign in, or nothing. */
  signInOnly?: boolean;
}

/** In place of the key, where it should not end up in a file. */
export const KEY_VARIABLE = '$ADHELM_API_KEY';

/** How the editors' files read the environment. */
const FROM_ENVIRONMENT = '$'.concat('{env:ADHELM_API_KEY}');

interface Server {
  name: string;
  url: string;
}

const slug = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '') || 'adhelm';

function serversOf({ origin, name, channels }: Connection): [Server, ...Server[]] {
  const [first, ...others] = channels.map((channel) => ({
    name: `${slug(name)}-${channel}`,
    url: `${origin}/${channel}/mcp`,
  }));
  return first ? [first, ...others] : [{ name: slug(name), url: `${origin}/mcp` }];
}

/** The entry of a configuration file for one server, in the form that Cursor and VS Code share. */
function entryOf({ key }: Connection, { url }: Server) {
  const shown = key === KEY_VARIABLE ? FROM_ENVIRONMENT : key;
  return { url, ...(shown && { headers: { Authorization: `Bearer ${shown}` } }) };
}

function configuration(connection: Connection, list: string, more: object = {}): string {
  const servers = serversOf(connection).map((server) => [server.name, { ...more, ...entryOf(connection, server) }]);
  return JSON.stringify({ [list]: Object.fromEntries(servers) }, null, 2);
}

const addresses = (connection: Connection) =>
  serversOf(connection)
    .map(({ url }) => url)
    .join('\n   ');

/** What each client needs, by key or by sign-in. */
export const CLIENTS: readonly Snippet[] = [
  {
    name: 'Claude',
    language: 'text',
    signInOnly: true,
    write: (connection) =>
      [
        '1. Settings, Connectors, Add custom connector',
        `2. Address: ${addresses(connection)}`,
        '3. Add, then Connect: sign in and choose what it may do',
      ].join('\n'),
  },
  {
    name: 'Claude Code',
    language: 'sh',
    write: (connection) =>
      [
        ...serversOf(connection).map(({ name, url }) =>
          [
            `claude mcp add --transport http ${name} ${url}`,
            ...(connection.key ? [`--header "Authorization: Bearer ${connection.key}"`] : []),
          ].join(' \\\n  '),
        ),
        ...(connection.key ? [] : ['# then, inside Claude Code: /mcp, and Authenticate']),
      ].join('\n'),
  },
  {
    name: 'ChatGPT',
    language: 'text',
    signInOnly: true,
    write: (connection) =>
      [
        '1. Settings, Apps, Advanced settings: Developer mode on',
        '2. Create app, with the authentication OAuth',
        `   MCP server URL: ${addresses(connection)}`,
        '3. Create: sign in and choose what it may do',
      ].join('\n'),
  },
  {
    name: 'Cursor',
    language: 'jsonc',
    write: (connection) => `// .cursor/mcp.json\n${configuration(connection, 'mcpServers')}`,
    link(connection) {
      const [server] = serversOf(connection);
      const config = encodeURIComponent(btoa(JSON.stringify(entryOf(connection, server))));
      return `cursor://anysphere.cursor-deeplink/mcp/install?name=${encodeURIComponent(server.name)}&config=${config}`;
    },
  },
  {
    name: 'VS Code',
    language: 'jsonc',
    write: (connection) => `// .vscode/mcp.json\n${configuration(connection, 'servers', { type: 'http' })}`,
    link(connection) {
      const [server] = serversOf(connection);
      const config = { name: server.name, type: 'http', ...entryOf(connection, server) };
      return `vscode:mcp/install?${encodeURIComponent(JSON.stringify(config))}`;
    },
  },
  {
    name: 'Codex',
    language: 'toml',
    write: (connection) =>
      [
        '# ~/.codex/config.toml',
        ...serversOf(connection).map(({ name, url }) =>
          [`[mcp_servers.${name}]`, `url = "${url}"`, ...codexKey(connection.key)].join('\n'),
        ),
        ...(connection.key ? [] : serversOf(connection).map(({ name }) => `# then: codex mcp login ${name}`)),
      ].join('\n'),
  },
];

function codexKey(key: string | undefined): string[] {
  if (key === undefined) return [];
  return [
    key === KEY_VARIABLE
      ? 'bearer_token_env_var = "ADHELM_API_KEY"'
      : `http_headers = { Authorization = "Bearer ${key}" }`,
  ];
}

const inProgram = (key: string | undefined, variable: string) =>
  key === undefined || key === KEY_VARIABLE ? variable : JSON.stringify(key);

/** The address that programs try: that of `list_workspaces` when there is one among them. */
function firstCall(connection: Connection) {
  const servers = serversOf(connection);
  const workspace = servers.find(({ url }) => url.endsWith('/workspace/mcp') || url === `${connection.origin}/mcp`);
  const params = { name: 'list_workspaces', arguments: {} };
  return workspace
    ? { url: workspace.url, request: JSON.stringify({ jsonrpc: '2.0', id: '1', method: 'tools/call', params }) }
    : { url: servers[0].url, request: JSON.stringify({ jsonrpc: '2.0', id: '1', method: 'tools/list' }) };
}

/** How a program calls a tool, always by key. */
export const PROGRAMS: readonly Snippet[] = [
  {
    name: 'curl',
    language: 'sh',
    write(connection) {
      const { url, request } = firstCall(connection);
      return [
        `curl ${url} \\`,
        `  -H "Authorization: Bearer ${connection.key}" \\`,
        `  -H "Content-Type: application/json" \\`,
        `  -d '${request}'`,
      ].join('\n');
    },
  },
  {
    name: 'Python',
    language: 'python',
    write(connection) {
      const { url, request } = firstCall(connection);
      return [
        'import json, os, urllib.request',
        '',
        'request = urllib.request.Request(',
        `    "${url}",`,
        `    data=json.dumps(${request}).encode(),`,
        '    headers={',
        `        "Authorization": "Bearer " + ${inProgram(connection.key, 'os.environ["ADHELM_API_KEY"]')},`,
        '        "Content-Type": "application/json",',
        '    },',
        ')',
        'print(json.load(urllib.request.urlopen(request))["result"])',
      ].join('\n');
    },
  },
  {
    name: 'TypeScript',
    language: 'ts',
    write(connection) {
      const { url, request } = firstCall(connection);
      return [
        `const response = await fetch('${url}', {`,
        "  method: 'POST',",
        '  headers: {',
        `    Authorization: \`Bearer \${${inProgram(connection.key, 'process.env.ADHELM_API_KEY')}}\`,`,
        "    'Content-Type': 'application/json',",
        '  },',
        `  body: JSON.stringify(${request}),`,
        '});',
        'const { result } = await response.json();',
        'console.log(result);',
      ].join('\n');
    },
  },
];
