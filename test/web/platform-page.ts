/** Acts on the sandbox platform's consent page: picks the first user, approves or denies, returns the redirect address. */
export async function atThePlatform(address: string, decision: 'approve' | 'deny' = 'approve'): Promise<string> {
  const page = await (await fetch(address)).text();
  const [, user = ''] = /<option value="([^"]+)"/.exec(page) ?? [];
  const unescaped = user.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  const body = new URLSearchParams({ user: unescaped, decision });
  const reply = await fetch(address, { method: 'POST', body, redirect: 'manual' });
  return reply.headers.get('location') ?? `${reply.status}: ${await reply.text()}`;
}
