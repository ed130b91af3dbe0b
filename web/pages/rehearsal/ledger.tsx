import { Button, Card } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { ReadableId } from '../../parts/readable-id.tsx';
import { saveCsv } from '../../parts/save-csv.ts';
import { Tag } from '../../parts/tag.tsx';
import classes from './rehearsal.module.css';
import type { Effect } from './types.ts';

const DONE: Record<string, string> = { create: 'created', update: 'changed', delete: 'removed' };
const LIMIT = 100;

/** What the platforms' stand-ins did, whatever anybody was told about it. */
export function Ledger() {
  const { data, error } = useQuery({ ...api.rehearsal.ledger.queryOptions({ limit: LIMIT }), refetchInterval: 5_000 });
  const effects = data?.effects ?? [];
  return (
    <Card component="section" className={classes.ledger} aria-label="What really happened there?">
      <div className={classes.cardHead}>
        <h2>What really happened there?</h2>
        <Tag>Ledger</Tag>
      </div>
      {error && <p className={classes.none}>The ledger could not be read: {error.message}</p>}
      {data && effects.length === 0 && (
        <p className={classes.none}>Nothing yet. Whatever an agent makes or changes in the sandbox is listed here.</p>
      )}
      <ol className={classes.effects} tabIndex={0} aria-label="Effects, newest first">
        {effects.map((effect) => (
          <li key={effect.seq}>
            <ChannelIcon channel={effect.platform} />
            <div>
              <div className={classes.effect}>
                <span>{titleOf(effect)}</span>
                <time dateTime={effect.at}>
                  {new Date(effect.at).toLocaleString('en-GB', {
                    day: 'numeric',
                    month: 'short',
                    hour: '2-digit',
                    minute: '2-digit',
                  })}
                </time>
              </div>
              <div className={classes.quiet}>
                {effect.kind} · {effect.resource} <ReadableId id={effect.id} />
              </div>
            </div>
          </li>
        ))}
      </ol>
      {data && (
        <div className={classes.ledgerFoot}>
          <span className={classes.quiet}>
            Creates {data.counts.create} · updates {data.counts.update} · deletes {data.counts.delete}
          </span>
          <Button
            size="xs"
            leftSection={<IconDownload />}
            disabled={effects.length === 0}
            onClick={() =>
              saveCsv(
                'ledger.csv',
                effects.map(({ detail, ...row }) => ({ ...row, detail: JSON.stringify(detail) })),
              )
            }
          >
            CSV
          </Button>
        </div>
      )}
    </Card>
  );
}

function titleOf({ kind, resource, detail }: Effect): string {
  const name = (detail as { name?: unknown } | null)?.name;
  const what = typeof name === 'string' ? `“${name}”` : resource.replaceAll('_', ' ');
  return `${what[0]?.toUpperCase()}${what.slice(1)} ${DONE[kind] ?? kind}`;
}
