import type { Target } from './target.ts';

/** One create that a client asked for, under one idempotency key, however often it had to ask. */
export interface Write {
  name: string;
  /** The first answer that reached a client. */
  acknowledged?: string;
}

export type Answer =
  | { kind: 'made'; text: string }
  | { kind: 'refused'; code: string; retryable: boolean }
  /** The connection broke, or there was none. */
  | { kind: 'cut' };

/** Asks for a write, with its name as its idempotency key. */
export async function ask(target: Target, write: Write): Promise<Answer> {
  const url = await target.url();
  try {
    const reply = await fetch(`${url}/search/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${target.firstKey}`,
        'content-type': 'application/json',
        'idempotency-key': write.name,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: write.name,
        method: 'tools/call',
        params: { name: 'create_budget', arguments: { name: write.name } },
      }),
    });
    const body = await reply.text();
    if (reply.status !== 200) return { kind: 'refused', code: `HTTP ${reply.status}`, retryable: false };
    const { result } = JSON.parse(body) as { result: { isError?: boolean; content: { text: string }[] } };
    const { text } = result.content[0]!;
    // A repeat says that it is one, and is the first answer otherwise.
    if (!result.isError) return { kind: 'made', text: text.replace(/,"replayed":true\}$/, '}') };
    const { code, retryable } = (JSON.parse(text) as { error: { code: string; retryable: boolean } }).error;
    return { kind: 'refused', code, retryable };
  } catch {
    return { kind: 'cut' };
  }
}

/** What a second asking may be told while, or after, the first one was cut off. */
export function isHonest(answer: Answer): boolean {
  if (answer.kind !== 'refused') return true;
  return answer.code === 'outcome_unknown' || (answer.code === 'conflict' && answer.retryable);
}
