import { createTRPCClient, httpBatchStreamLink } from '@trpc/client';
import type { inferRouterInputs } from '@trpc/server';
import type { Api } from '../../src/web/api/router.ts';
import { inert } from '../format/inert-text.ts';
import { answered } from './client.ts';

async function askPiecewise(address: RequestInfo | URL | string, init?: RequestInit): Promise<Response> {
  const { body, status, headers } = await answered(address, init);
  const pieces = body
    ?.pipeThrough(new TextDecoderStream() as unknown as TransformStream<Uint8Array, string>)
    .pipeThrough(new TransformStream<string, string>({ transform: (text, to) => to.enqueue(inert(text)) }))
    .pipeThrough(new TextEncoderStream());
  return new Response(pieces, { status, headers });
}

/** Answers piece by piece; apart from the other client, so that only the pages that need it load it. */
const streaming = createTRPCClient<Api>({ links: [httpBatchStreamLink({ url: '/api/trpc', fetch: askPiecewise })] });

/** How far a reading has come; `total` is null while that is not known. */
export interface ReadingStep {
  done: number;
  total: number | null;
  words: string;
}

/** Reads and checks a sheet, and tells each step; answers with the id of what was kept. */
export async function readInSteps(
  request: inferRouterInputs<Api>['mediaPlans']['read'],
  tell: (step: ReadingStep) => void,
): Promise<string> {
  const answer = await streaming.mediaPlans.read.mutate(request);
  if ('id' in answer) return answer.id;
  for await (const step of answer) {
    if ('id' in step) return step.id;
    tell(step);
  }
  throw new Error('The answer of the service ended early.');
}
