import { Button, Card } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { auth } from '../../api/auth.ts';
import { Problem } from '../../parts/problem.tsx';
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

/** Where this account is signed in. */
export function Sessions() {
  const { data, error, refetch } = useQuery({
    queryKey: ['sessions'],
    queryFn: async () => {
      const answer = await auth('/list-sessions');
      if (!answer.ok) throw new Error(answer.message);
      return answer.data as unknown as Session[];
    },
  });
  const end = async (token: string) => {
    await auth('/revoke-session', { token });
    await refetch();
  };
  const others = async () => {
    await auth('/revoke-other-sessions', {});
    await refetch();
  };
  return (
    <Card component="section" className={classes.card} aria-label="Sessions">
      <h2>
        Sessions
        <Button size="xs" className={classes.end} disabled={(data?.length ?? 0) < 2} onClick={() => void others()}>
          Sign out everywhere else
        </Button>
      </h2>
      {error && <Problem title="The sessions could not be read" text={error.message} />}
      <ul className={classes.sessions}>
        {data?.map(({ id, token, userAgent, ipAddress, updatedAt }) => (
          <li key={id}>
            <div>
              {browserOf(userAgent)}
              <div className={classes.quiet}>
                {ipAddress ?? 'address not known'} · <TimeText time={updatedAt} />
              </div>
            </div>
            <Button size="xs" className={classes.end} onClick={() => void end(token)}>
              Sign out
            </Button>
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
