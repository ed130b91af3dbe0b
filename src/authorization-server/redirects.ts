/** Where the clients that people use today take codes; loopback is allowed besides. */
const KNOWN = [
  'https://claude.ai',
  'https://claude.com',
  'https://chatgpt.com',
  'cursor://anysphere.cursor-mcp',
  'https://www.cursor.com',
  'https://vscode.dev',
];

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Whether codes may be sent to an address. `more` are the operator's, written like those above. */
export function isAllowedRedirect(address: unknown, more: readonly string[]): boolean {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (url?.username !== '' || url.password !== '') return false;
  if (isLoopback(url)) return true;
  const place = `${url.protocol}//${url.host}`;
  return KNOWN.includes(place) || more.includes(place);
}

export function isLoopback({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && LOOPBACK.has(hostname);
}
