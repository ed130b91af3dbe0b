import type { FromWorker, ToWorker } from './messages.ts';

/** The worker's side of the messages between it and the first process. */
export interface Post {
  begun: Promise<Extract<ToWorker, { kind: 'begin' }>>;
  /** Resolves when the worker has to end: gently when another has taken its place. */
  ended: Promise<'gently' | 'now'>;
  /** The metrics of all workers; only its own when the first process does not answer. */
  metricsText(own: () => string): Promise<string>;
  /** Tells the first process that it serves, at this address. */
  ready(service: { url: string; metricsText(): string }): void;
}

const PATIENCE_MS = 3_000;

export function openPost(): Post {
  const begun = Promise.withResolvers<Extract<ToWorker, { kind: 'begin' }>>();
  const ended = Promise.withResolvers<'gently' | 'now'>();
  const questions = new Map<number, (text: string) => void>();
  let asked = 0;
  let ownText = () => '';
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'begin') begun.resolve(message);
    else if (message.kind === 'retire') ended.resolve('gently');
    else if (message.kind === 'count') say({ kind: 'counts', question: message.question, text: ownText() });
    else questions.get(message.question)?.(message.text);
  });
  // Without the first process no message would ever end it.
  process.once('disconnect', () => ended.resolve('now'));
  say({ kind: 'listening' });
  return {
    begun: begun.promise,
    ended: ended.promise,
    metricsText(own) {
      ownText = own;
      const question = asked++;
      return new Promise<string>((resolve) => {
        const answer = (text: string) => {
          clearTimeout(timer);
          questions.delete(question);
          resolve(text);
        };
        const timer = setTimeout(() => answer(own()), PATIENCE_MS);
        questions.set(question, answer);
        say({ kind: 'ask', question });
      });
    },
    ready: ({ url, metricsText }) => {
      ownText = metricsText;
      say({ kind: 'ready', url });
    },
  };
}

function say(message: FromWorker): void {
  if (process.connected) process.send?.(message, () => {});
}
