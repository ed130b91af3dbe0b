import type { Exchange } from './exchange.ts';

/** Lets a request through, or throws why not. */
export type Guard = (exchange: Exchange) => void | Promise<void>;

/** Several steps as one. A step that has its answer at hand costs no turn of the event loop. */
export function inOrder(...steps: readonly Guard[]): Guard {
  return (exchange) => {
    for (let at = 0; at < steps.length; at++) {
      const waiting = steps[at]?.(exchange);
      if (waiting) return at === steps.length - 1 ? waiting : rest(waiting, steps.slice(at + 1), exchange);
    }
  };
}

async function rest(waiting: Promise<void>, steps: readonly Guard[], exchange: Exchange): Promise<void> {
  await waiting;
  for (const step of steps) await step(exchange);
}
