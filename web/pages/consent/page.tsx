import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { api, isApiError } from '../../api/client.ts';
import { Outside } from '../../shell/outside-page.tsx';
import { Request } from './request.tsx';

/** What a client asks for, and the person's answer. Without a session the API client leads to sign-in, and back here. */
export default function ConsentPage() {
  const { uid = '' } = useParams({ strict: false }) as { uid?: string };
  const { data, error, refetch } = useQuery({
    ...api.consent.show.queryOptions({ uid }),
    // What the person has read stays as it was read.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (data) return <Request uid={uid} request={data} />;
  if (!error || (isApiError(error) && error.data?.code === 'UNAUTHORIZED')) return null;
  const isGone = isApiError(error) && ['NOT_FOUND', 'BAD_REQUEST'].includes(error.data?.code ?? '');
  return isGone ? <Gone text={error.message} /> : <Unread text={error.message} onRetry={() => void refetch()} />;
}

const Gone = ({ text }: { text: string }) => (
  <Outside
    title="Nothing waits for an answer here"
    about={`${text} Nothing was given. Connect again in the client, in this browser; a request waits for an hour at most.`}
  >
    <Button component="a" href="/keys" fullWidth>
      See what clients were given
    </Button>
  </Outside>
);

const Unread = ({ text, onRetry }: { text: string; onRetry(): void }) => (
  <Outside title="The request could not be read" about={`${text} Nothing was given.`}>
    <Button variant="filled" fullWidth onClick={onRetry}>
      Try again
    </Button>
  </Outside>
);
