/** What a person does on the platform's page: chooses who they are and presses a button. Gives where the browser goes next. */
export async function atThePlatform(address: string, decision: 'approve' | 'deny' = 'approve'): Promise<string> {
  const page = await (await fetch(address)).text();
  const [, user = ''] = /<option value="([^"]+)"/.exec(page) ?? [];
  const unescaped = user.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  const body = new URLSearchParams({ user: unescaped, decision });
  const reply = await fetch(address, { method: 'POST', body, redirect: 'manual' });
  return reply.headers.get('location') ?? `${reply.status}: ${await reply.text()}`;
}
