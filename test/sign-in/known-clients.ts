/** What today's clients send, as far as public threads show it: their documents and their registrations. */

const CODE = { grant_types: ['authorization_code', 'refresh_token'], response_types: ['code'] };

/** Clients that name a document (client id metadata documents). */
export const DOCUMENTS = {
  claude: {
    document: {
      client_id: 'https://claude.ai/oauth/mcp-oauth-client-metadata',
      client_name: 'Claude',
      client_uri: 'https://claude.ai',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback', 'https://claude.com/api/mcp/auth_callback'],
      token_endpoint_auth_method: 'none',
      ...CODE,
    },
    redirect: 'https://claude.ai/api/mcp/auth_callback',
    loopbackOnly: false,
  },
  'claude code': {
    document: {
      client_id: 'https://claude.ai/oauth/claude-code-client-metadata',
      client_name: 'Claude Code',
      redirect_uris: ['http://localhost/callback', 'http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
      ...CODE,
    },
    redirect: 'http://localhost:51234/callback',
    loopbackOnly: true,
  },
  'vs code': {
    document: {
      client_id: 'https://vscode.dev/oauth/client-metadata.json',
      client_name: 'Visual Studio Code',
      redirect_uris: ['http://127.0.0.1:33418', 'https://vscode.dev/redirect'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      ...CODE,
    },
    redirect: 'http://127.0.0.1:33418',
    loopbackOnly: false,
  },
  codex: {
    document: {
      client_id: 'https://chatgpt.com/oauth/codex/client.json',
      client_name: 'Codex',
      redirect_uris: ['http://127.0.0.1/callback', 'http://localhost/callback'],
      token_endpoint_auth_method: 'none',
      ...CODE,
    },
    redirect: 'http://127.0.0.1:40111/callback',
    loopbackOnly: true,
  },
} as const;

/** ChatGPT's document: it proves itself by a key. */
export const CHATGPT = {
  client_id: 'https://chatgpt.com/oauth/abc123/client.json',
  client_name: 'ChatGPT',
  redirect_uris: ['https://chatgpt.com/connector/oauth/abc123'],
  token_endpoint_auth_method: 'private_key_jwt',
  token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
  token_endpoint_auth_signing_alg: 'RS256',
  jwks_uri: 'https://chatgpt.com/oauth/jwks.json',
  ...CODE,
};

/** Bodies of dynamic registration. */
export const REGISTRATIONS = {
  claude: {
    body: {
      client_name: 'Claude',
      redirect_uris: ['https://claude.ai/api/mcp/auth_callback'],
      token_endpoint_auth_method: 'client_secret_post',
      scope: 'claudeai',
      ...CODE,
    },
    redirect: 'https://claude.ai/api/mcp/auth_callback',
  },
  chatgpt: {
    body: {
      client_name: 'ChatGPT',
      redirect_uris: [
        'https://chatgpt.com/connector/oauth/abc123',
        'https://chatgpt.com/connector_platform_oauth_redirect',
      ],
      token_endpoint_auth_method: 'none',
      ...CODE,
    },
    redirect: 'https://chatgpt.com/connector_platform_oauth_redirect',
  },
  cursor: {
    body: {
      client_name: 'Cursor',
      redirect_uris: [
        'cursor://anysphere.cursor-mcp/oauth/callback',
        'https://www.cursor.com/agents/mcp/oauth/callback',
        'http://localhost:8787/callback',
      ],
      token_endpoint_auth_method: 'none',
      scope: 'openid profile',
      ...CODE,
    },
    redirect: 'cursor://anysphere.cursor-mcp/oauth/callback',
  },
  'vs code': {
    body: {
      client_name: 'Visual Studio Code',
      redirect_uris: ['http://127.0.0.1:33418', 'https://vscode.dev/redirect'],
      token_endpoint_auth_method: 'none',
      application_type: 'native',
      ...CODE,
    },
    redirect: 'https://vscode.dev/redirect',
  },
  codex: {
    body: {
      client_name: 'Codex',
      redirect_uris: ['http://127.0.0.1:1455/callback'],
      token_endpoint_auth_method: 'none',
      scope: 'ads:read ads:write offline_access',
      ...CODE,
    },
    redirect: 'http://127.0.0.1:50999/callback',
  },
} as const;
