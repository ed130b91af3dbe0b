export interface AuthAnswer {
  ok: boolean;
  /** The service checked the password or code and rejected it, as opposed to a failed request. */
  isRefused: boolean;
  data: Record<string, unknown>;
  message: string;
  requestId: string | undefined;
  /** After a wrong password or code. */
  triesLeft: number | undefined;
  /** When there are none left. */
  waitMinutes: number | undefined;
  /** Others have used up the tries of this account: waiting does not help, the code of the second factor does. */
  isBesieged: boolean;
}

const numberIn = (headers: Headers, name: string): number | undefined => {
  const text = headers.get(name);
  return text === null ? undefined : Number(text);
};

/** Sign-in, sessions, passwords and codes: what the service serves at `/api/auth`. */
export async function auth(path: string, body?: object): Promise<AuthAnswer> {
  const response = await fetch(`/api/auth${path}`, {
    method: body ? 'POST' : 'GET',
    ...(body && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  }).catch(() =>
    Response.json({ message: 'The service did not answer. Check the connection to it.' }, { status: 599 }),
  );
  const data: Record<string, unknown> = (await response.json().catch(() => undefined)) ?? {};
  const retryAfterS = numberIn(response.headers, 'Retry-After');
  return {
    ok: response.ok,
    isRefused: response.status < 500,
    data,
    message: String(data.message ?? data.error ?? 'The service did not answer as expected.'),
    requestId: response.headers.get('X-Request-Id') ?? undefined,
    triesLeft: numberIn(response.headers, 'X-Tries-Left'),
    waitMinutes: retryAfterS === undefined ? undefined : Math.ceil(retryAfterS / 60),
    isBesieged: response.status === 429 && retryAfterS === undefined,
  };
}
