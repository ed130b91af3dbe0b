import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Failure } from '../src/errors.ts';
import type { Pipeline } from '../src/pipeline/call.ts';
import { ChannelEndpoint, type Endpoint } from '../src/pipeline/endpoint.ts';
import type { Channel } from '../src/tools/channel.ts';
import { defineTool } from '../src/tools/define-tool.ts';

/** What the rehearsal tools did, for a test to look at. */
export interface Rehearsal {
  endpoints: (pipeline: Pipeline) => readonly Endpoint[];
  written: string[];
  aborted: number;
  /** Lets `write_note` with `wait: true` go on. */
  release(): void;
}

/** Tools of no platform, mounted for tests only, through the very same path as every other. */
export function rehearsal(): Rehearsal {
  const state: State = { written: [], aborted: 0, gate: Promise.withResolvers<void>() };
  const tools = [echo, slowRead(state), writeNote(state), unlisted];
  return {
    endpoints: (pipeline) => [new ChannelEndpoint(channel, tools, pipeline)],
    written: state.written,
    get aborted() {
      return state.aborted;
    },
    release() {
      state.gate.resolve();
      state.gate = Promise.withResolvers<void>();
    },
  };
}

interface State {
  written: string[];
  aborted: number;
  gate: PromiseWithResolvers<void>;
}

const channel: Channel<undefined> = {
  name: 'rehearsal',
  title: 'Rehearsal',
  instructions: 'For tests.',
  defaultToolsets: ['reading', 'writing'],
  hosts: {},
  needsConnection: false,
  connect: () => undefined,
};

const echo = defineTool(channel, {
  name: 'echo',
  title: 'Echo',
  description: 'Gives back what it was told.',
  toolset: 'reading',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({ text: z.string().default(''), copies: z.int().min(0).max(200_000).default(1) }),
  output: z.object({ items: z.array(z.string()), next_cursor: z.string().optional() }),
  run: async ({ text, copies }) => ({
    items: Array.from({ length: copies }, () => text),
    ...(copies > 1 && { next_cursor: 'on' }),
  }),
});

const slowRead = (state: State) =>
  defineTool(channel, {
    name: 'slow_read',
    title: 'Slow read',
    description: 'Waits and tells how far it is.',
    toolset: 'reading',
    access: 'read',
    repeat: 'safe',
    input: z.strictObject({ ms: z.int().min(0).max(60_000) }),
    output: z.object({ waited: z.number() }),
    async run({ ms }, { signal, progress }) {
      progress(1, 2, 'waiting');
      try {
        await sleep(ms, undefined, { signal });
      } catch (error) {
        state.aborted += 1;
        throw error;
      }
      progress(2, 2, 'done');
      return { waited: ms };
    },
  });

const writeNote = (state: State) =>
  defineTool(channel, {
    name: 'write_note',
    title: 'Write a note',
    description: 'Remembers a note, or fails as told.',
    toolset: 'writing',
    access: 'write',
    repeat: 'never',
    input: z.strictObject({
      note: z.string(),
      copies: z.int().min(1).max(100).optional(),
      wait: z.boolean().default(false),
      fail: z.enum(['no', 'retryable', 'final', 'unknown', 'crash']).default('no'),
    }),
    output: z.object({
      note: z.object({ id: z.string(), secret: z.string() }),
      copies: z.array(z.string()).optional(),
      applied: z.record(z.string(), z.unknown()),
    }),
    rules: ({ note, fail }) => (note === '' && fail === 'no' ? [{ field: 'note', message: 'must not be empty' }] : []),
    async run({ note, copies, wait, fail }) {
      if (wait) await state.gate.promise;
      if (fail === 'crash') throw new TypeError('inner detail that no caller may see');
      if (fail !== 'no') {
        throw new Failure({
          code: fail === 'unknown' ? 'outcome_unknown' : fail === 'retryable' ? 'rate_limited' : 'policy_rejected',
          message: `failed: ${fail}`,
          nextStep: 'none',
          retryable: fail === 'retryable',
          outcome: fail === 'unknown' ? 'unknown' : 'not_applied',
        });
      }
      state.written.push(note);
      return {
        note: { id: `n${state.written.length}`, secret: 'the token itself' },
        ...(copies && { copies: Array.from({ length: copies }, () => note) }),
        applied: { note: { from: null, to: note } },
      };
    },
  });

const unlisted = defineTool(channel, {
  name: 'unlisted_read',
  title: 'Unlisted read',
  description: 'Is not in the list unless its toolset is asked for.',
  toolset: 'rare',
  access: 'read',
  repeat: 'safe',
  input: z.strictObject({}),
  output: z.object({ read: z.boolean() }),
  run: async () => ({ read: true }),
});
