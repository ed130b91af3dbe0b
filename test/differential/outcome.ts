/** A request as it goes over the wire. */
export interface WireRequest {
  /** A short description that is shown with a difference. */
  name: string;
  verb?: 'GET' | 'DELETE' | 'PUT';
  headers: Readonly<Record<string, string>>;
  body?: string;
}

/** The parts of a reply that both servers have to agree on. */
export interface Outcome {
  status: number;
  /** One for every request that was answered, in the order of their ids. */
  answers: readonly Answer[];
}

export interface Answer {
  /** The JSON-RPC code, or what there was instead of an error. */
  kind: number | 'result' | 'tool error' | 'input required' | 'acknowledged' | 'no JSON-RPC';
  /** Which request it says it is for. */
  id: unknown;
}

export async function outcomeOf(
  url: string,
  request: WireRequest,
  more: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const enough = new AbortController();
  const reply = await fetch(url, {
    method: request.verb ?? 'POST',
    headers: { ...request.headers, ...more },
    ...(request.body !== undefined && { body: request.body }),
    signal: enough.signal,
  });
  const messages = await messagesIn(reply);
  enough.abort();
  const answers = messages.map(answerOf).sort((a, b) => (JSON.stringify(a.id) < JSON.stringify(b.id) ? -1 : 1));
  return { status: reply.status, answers };
}

const ACKNOWLEDGED = 'notifications/subscriptions/acknowledged';

async function messagesIn(reply: Response): Promise<unknown[]> {
  if (!reply.headers.get('content-type')?.startsWith('text/event-stream')) {
    const text = await reply.text();
    return text === '' ? [] : [JSON.parse(text)].flat();
  }
  let received = '';
  const decoder = new TextDecoder();
  for await (const piece of reply.body ?? []) {
    received += decoder.decode(piece as Uint8Array, { stream: true });
    // A subscription may stay open for as long as the server lives, and there is nothing more to compare.
    if (received.includes(ACKNOWLEDGED)) return [{ method: ACKNOWLEDGED }];
  }
  return [...received.matchAll(/^data: (.+)$/gm)].map(([, data]) => JSON.parse(data ?? ''));
}

function answerOf(message: unknown): Answer {
  const { id, method, error, result } = message as Record<string, unknown>;
  const code = (error as { code?: unknown } | undefined)?.code;
  if (method === ACKNOWLEDGED) return { kind: 'acknowledged', id };
  if (typeof code === 'number') return { kind: code, id };
  if (result === undefined) return { kind: 'no JSON-RPC', id };
  const { resultType, isError } = result as Record<string, unknown>;
  if (resultType === 'input_required') return { kind: 'input required', id };
  return { kind: isError === true ? 'tool error' : 'result', id };
}
