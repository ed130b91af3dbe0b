import { Button, Card } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { auth } from '../../api/auth.ts';
import { Failed } from '../../parts/failure-notice.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Tag } from '../../parts/tag.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import classes from './account.module.css';

interface Session {
  id: string;
  token: string;
  userAgent?: string | null;
  ipAddress?: string | null;
  createdAt: string;
  updatedAt: string;
}

/** The sessions of this account, by browser and address, with a button to end each. */
export function Sessions() {
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: async () => {
      const [list, own] = await Promise.all([auth('/list-sessions'), auth('/get-session')]);
      if (!list.ok) throw new Error(list.message);
      const { session } = own.data as { session?: Pick<Session, 'id'> };
      return (list.data as unknown as Session[]).map((one) => ({ ...one, isOwn: one.id === session?.id }));
    },
  });
  const end = useMutation({
    mutationFn: async (token: string | undefined) => {
      const answer = await (token ? auth('/revoke-session', { token }) : auth('/revoke-other-sessions', {}));
      if (!answer.ok) throw new Error(answer.message);
    },
    onSettled: () => refetch(),
  });
  return (
    <Card component="section" className={classes.card} aria-label="Sessions">
      <h2>
        Sessions
        <Button
          size="xs"
          className={classes.end}
          disabled={(data?.length ?? 0) < 2}
          onClick={() => end.mutate(undefined)}
        >
          Sign out everywhere else
        </Button>
      </h2>
      {error && <Problem title="The sessions could not be read" text={error.message} />}
      <Failed error={end.error} title="Nobody was signed out" />
      <ul className={classes.sessions}>
        {data?.map(({ id, token, userAgent, ipAddress, updatedAt, isOwn }) => (
          <li key={id}>
            <div>
              {browserOf(userAgent)} {isOwn && <Tag>this one</Tag>}
              <div className={classes.quiet}>
                {ipAddress ?? 'address not known'} · <TimeText time={updatedAt} />
              </div>
            </div>
            {!isOwn && (
              <Button size="xs" className={classes.end} onClick={() => end.mutate(token)}>
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

function browserOf(agent: string | null | undefined): string {
  const [, name] = /(Firefox|Edg|Chrome|Safari)\//.exec(agent ?? '') ?? [];
  const [, system] = /(Windows|Mac OS X|Linux|Android|iPhone)/.exec(agent ?? '') ?? [];
  return [name === 'Edg' ? 'Edge' : (name ?? 'A browser'), system && `on ${system}`].filter(Boolean).join(' ');
}
