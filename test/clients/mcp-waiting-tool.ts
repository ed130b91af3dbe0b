import { EventEmitter, once } from 'node:events';
import type { Tool } from '../../src/tools/define-tool.ts';
import { fixture, nothing } from '../conformance/tools/fixture.ts';

/** A tool that never answers, and whose test can see when it began and when it was told that its caller had gone. */
export class WaitingTool {
  readonly #events = new EventEmitter();

  readonly tool: Tool = fixture('wait_until_gone', nothing, (_args, { signal }) => {
    this.#events.emit('begun');
    return new Promise((_resolve, reject) => {
      signal.addEventListener('abort', () => {
        this.#events.emit('gone');
        reject(signal.reason);
      });
    });
  });

  begun(): Promise<unknown> {
    return once(this.#events, 'begun');
  }

  gone(): Promise<unknown> {
    return once(this.#events, 'gone');
  }
}
