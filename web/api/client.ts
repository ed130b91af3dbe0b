import { QueryCache, QueryClient } from '@tanstack/react-query';
import { createTRPCClient, httpBatchLink, httpLink, splitLink, TRPCClientError } from '@trpc/client';
import { createTRPCOptionsProxy } from '@trpc/tanstack-react-query';
import type { Api } from '../../src/web/api/router.ts';

const url = '/api/trpc';

/** The service itself. Calls of tools go one by one: a slow platform must not hold the others up. */
export const client = createTRPCClient<Api>({
  links: [
    splitLink({
      condition: ({ path }) => path.startsWith('tools.'),
      true: httpLink({ url }),
      false: httpBatchLink({ url }),
    }),
  ],
});

export const isApiError = (error: unknown): error is TRPCClientError<Api> => error instanceof TRPCClientError;

/** Refused for good: asking again changes nothing. */
const FINAL = ['UNAUTHORIZED', 'FORBIDDEN', 'NOT_FOUND', 'BAD_REQUEST', 'NOT_IMPLEMENTED', 'CONFLICT'];

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error) {
      if (isApiError(error) && error.data?.code === 'UNAUTHORIZED') goToSignIn();
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 60_000,
      placeholderData: (previous: unknown) => previous,
      retry: (failures, error) => failures < 2 && !(isApiError(error) && FINAL.includes(error.data?.code ?? '')),
    },
  },
});

/** `api.keys.list.queryOptions()` for `useQuery`, `api.keys.create.mutationOptions()` for `useMutation`. */
export const api = createTRPCOptionsProxy<Api>({ client, queryClient });

/** A session that ended sends to the sign-in, and from there back. */
function goToSignIn(): void {
  const { pathname, search } = window.location;
  if (/^\/(sign-in|set-up|invitation)/.test(pathname)) return;
  window.location.assign(`/sign-in?back=${encodeURIComponent(pathname + search)}`);
}
