import { TRPCError } from '@trpc/server';
import type { Context } from '../context.ts';
import { worded } from './procedure.ts';

/** What fails in the middle of a stream is seen by no middleware, so it gets its words here. */
export async function* streamed<Step>(steps: AsyncIterable<Step>, ctx: Context, path: string): AsyncGenerator<Step> {
  try {
    yield* steps;
  } catch (cause) {
    throw worded(new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause }), ctx, path);
  }
}
