import type { Exchange } from './exchange.ts';

/** Lets a request through, or throws why not. Most guards only compare headers and have nothing to wait for. */
export type Guard = (exchange: Exchange) => void | Promise<void>;

/** Several steps as one. */
export function inOrder(...steps: readonly Guard[]): Guard {
  return async (exchange) => {
    for (const step of steps) await step(exchange);
  };
}
