import { Button, Card } from '@mantine/core';
import { IconShieldCheck, IconShieldX } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api, client } from '../../api/client.ts';
import { plural } from '../../format/number.ts';
import { dayWithYear } from '../../format/time.ts';
import { TimeText } from '../../parts/time-text.tsx';
import classes from './activity.module.css';

/** Shows whether the audit log's hash chain is intact: no entry removed or changed. */
export function Chain() {
  const options = api.activity.chain.queryOptions({});
  const { data, error } = useQuery(options);
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const again = async () => {
    setBusy(true);
    try {
      queries.setQueryData(options.queryKey, await client.activity.chain.query({ again: true }));
    } finally {
      setBusy(false);
    }
  };
  if (error) return <Card className={classes.chain}>The chain could not be checked: {error.message}</Card>;
  if (!data) return <Card className={classes.chain}>Checking the chain …</Card>;
  const { ok, entries, since, checkedAt, head, broken } = data;
  return (
    <Card className={classes.chain} data-broken={!ok} role="status">
      {ok ? <IconShieldCheck size={18} aria-hidden="true" /> : <IconShieldX size={18} aria-hidden="true" />}
      <span>
        <strong>{ok ? 'Chain verified.' : 'The chain is broken.'}</strong>{' '}
        {ok
          ? `${entries === null ? 'Every entry' : plural(entries, 'entry', 'entries')}${since ? ` since ${dayWithYear(new Date(since).toLocaleDateString('sv-SE'))}` : ''}, none changed, none missing.`
          : `At entry ${broken?.id}: ${broken?.why}`}
      </span>
      <span className={classes.chainEnd}>
        Last checked <TimeText time={checkedAt} />
        {head && (
          <>
            {' '}
            · head <code>{head.slice(0, 8)}</code>
          </>
        )}
        <Button size="xs" loading={busy} onClick={() => void again()}>
          Verify again
        </Button>
      </span>
    </Card>
  );
}
