import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink, TRPCClientError } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { Api } from '../../src/web/api/router.ts';
import { inert } from '../format/inert-text.ts';
import { noteAnswer } from './service-state.ts';

const url = '/api/trpc';

/** Thrown when the browser is offline: nothing was sent, so a change was certainly not made. */
export class NotSent extends Error {
  constructor() {
    super('Nothing was sent: this browser is offline.');
  }
}

/** Replaces the browser's `Failed to fetch` and a proxy's error page by a message that says what to do. */
export async function answered(address: RequestInfo | URL | string, init?: RequestInit): Promise<Response> {
  if (!navigator.onLine) {
    noteAnswer(false);
    throw new NotSent();
  }
  const reply = await fetch(address, init).catch((error: Error) => {
    // A request that the page itself gave up says nothing about the service.
    if (error.name !== 'AbortError') noteAnswer(false);
    throw new Error('The service did not answer. Check the connection to it.');
  });
  const isOurs = reply.headers.get('Content-Type')?.includes('json') ?? false;
  noteAnswer(isOurs);
  if (isOurs) return reply;
  throw new Error(`Something between here and the service answered in its place (HTTP ${reply.status}).`);
}

async function ask(address: RequestInfo | URL | string, init?: RequestInit): Promise<Response> {
  const reply = await answered(address, init);
  const { status, headers } = reply;
  return new Response(inert(await reply.text()), { status, headers });
}

/** Procedures that wait for platforms. */
const SLOW =
  /^(tools\.|tags\.|attention\.|limits\.overview$|conversions\.(destinations|quality|importSend)$|leads\.list$|connections\.test$|stops\.delivering$|mediaPlans\.practice$)/;

/** The API client. What waits for platforms is not batched: it would delay the other answers of its batch. */
export const client = createTRPCClient<Api>({
  links: [
    splitLink({
      condition: ({ path }) => SLOW.test(path),
      true: httpLink({ url, fetch: ask }),
      false: httpBatchLink({ url, fetch: ask }),
    }),
  ],
});

export const isApiError = (error: unknown): error is TRPCClientError<Api> => error instanceof TRPCClientError;

/** Error codes for which a retry cannot help. */
const FINAL = ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'BAD_REQUEST', 'NOT_IMPLEMENTED', 'CONFLICT'];

const onError = (error: unknown) => {
  if (isApiError(error) && error.data?.code === 'UNAUTHORIZED') goToSignIn();
};

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    // A write is sent at once or fails at once: held back until the browser is online, it would be sent after its dialog is gone.
    mutations: { networkMode: 'always', retry: false },
    queries: {
      staleTime: 60_000,
      placeholderData: (previous: unknown) => previous,
      retry: (failures, error) => failures < 2 && !(isApiError(error) && FINAL.includes(error.data?.code ?? '')),
    },
  },
});

/** `api.keys.list.queryOptions()` for `useQuery`, `api.keys.create.mutationOptions()` for `useMutation`. */
export const api = createTRPCOptionsProxy<Api>({ client, queryClient });

/** When the session has ended, goes to the sign-in page, which returns to this address afterwards. */
function goToSignIn(): void {
  const { pathname, search } = window.location;
  if (/^\/(sign-in|set-up|invitation)/.test(pathname)) return;
  window.location.assign(`/sign-in?back=${encodeURIComponent(pathname + search)}`);
}

/** Reads again after a change. A first read that is still under way began before the change, so it is given up. */
export async function readAgain(which: { queryKey: readonly unknown[] }): Promise<void> {
  await queryClient.cancelQueries(which);
  await queryClient.invalidateQueries(which);
}
