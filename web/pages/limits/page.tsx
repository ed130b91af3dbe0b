import { Button, Card, Skeleton } from '@mantine/core';
import { IconGauge, IconHistory, IconPencil } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { type LimitOverview, useLimits } from '../../api/limits.ts';
import { useMe, useScope, type Workspace } from '../../api/scope.ts';
import { AfterDelay } from '../../parts/after-delay.tsx';
import { ChooseWorkspace } from '../../parts/choose-workspace.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import { Empty } from '../../parts/empty-state.tsx';
import { Locked } from '../../parts/locked-notice.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { Page } from '../../shell/page.tsx';
import { useGo } from '../../shell/use-go.ts';
import { CurrencyLimits } from './currency-card.tsx';
import { type Editing, EditLimits } from './edit-limits.tsx';
import { cardsOf, hasLimit } from './gauges.ts';
import { KeyCompact, type KeyRow, keyColumns, keyRowsOf } from './key-limits.tsx';
import classes from './limits.module.css';
import { PolicyCard } from './policy-card.tsx';
import { UnreadAccounts } from './unread-accounts.tsx';

export default function LimitsPage() {
  const { workspace } = useScope();
  return workspace ? (
    <WorkspaceLimits key={workspace.id} workspace={workspace} />
  ) : (
    <ChooseWorkspace title="Limits" what="limits" />
  );
}

function WorkspaceLimits({ workspace }: { workspace: Workspace }) {
  const { data, error, refetch, isFetching } = useLimits(workspace.id);
  const [editing, setEditing] = useState<Editing>();
  const owns = workspace.role === 'owner';
  const edit = owns ? setEditing : undefined;
  const editOwn = () => setEditing({ of: { scope: 'workspace' }, currency: firstCurrency(data, workspace) });
  return (
    <Page
      title="Limits"
      note="Raises past these are refused, whoever asks through Adhelm."
      actions={<Actions onEdit={owns && data ? editOwn : undefined} owns={owns} />}
    >
      {error && !data && (
        <ReadProblem
          title="The limits could not be read"
          text={`${error.message} Nothing was changed.`}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <Waiting />}
      {data && (
        <Overview
          overview={data}
          workspace={workspace}
          isReading={isFetching}
          onRead={() => void refetch()}
          onEdit={edit}
          set={owns ? <SetFirst onSet={editOwn} /> : <Locked verb="Set a limit" why="Owners set limits." />}
        />
      )}
      {editing && data && (
        <EditLimits editing={editing} workspace={workspace} overview={data} onClose={() => setEditing(undefined)} />
      )}
    </Page>
  );
}

const SetFirst = ({ onSet }: { onSet(): void }) => (
  <Button variant="filled" onClick={onSet}>
    Set a limit
  </Button>
);

const firstCurrency = (overview: LimitOverview | undefined, { currency }: Workspace): string =>
  (overview && cardsOf(overview)[0]?.currency) ?? currency;

function Actions({ onEdit, owns }: { onEdit: (() => void) | undefined; owns: boolean }) {
  const go = useGo();
  return (
    <>
      <Button
        leftSection={<IconHistory />}
        onClick={() => go('/activity', { tool: 'spend_limit.set,spend_limit.remove', since: 'all' })}
      >
        History of limits
      </Button>
      {owns ? (
        <Button variant="filled" leftSection={<IconPencil />} disabled={!onEdit} onClick={onEdit}>
          Edit limits
        </Button>
      ) : (
        <Locked verb="Edit limits" why="Owners set limits." />
      )}
    </>
  );
}

interface OverviewProps {
  overview: LimitOverview;
  workspace: Workspace;
  isReading: boolean;
  onRead(): void;
  /** Undefined: this person may not. */
  onEdit: ((editing: Editing) => void) | undefined;
  /** The way to the first limit. */
  set: React.ReactNode;
}

function Overview({ overview, workspace, isReading, onRead, onEdit, set }: OverviewProps) {
  const { organization } = useMe();
  const cards = useMemo(() => cardsOf(overview), [overview]);
  const isLimited = [...overview.limits, ...overview.keys.flatMap(({ limits }) => limits)].some(
    ({ limit }) => limit !== undefined,
  );
  const mayEdit = (scope: string) => scope === 'workspace' || organization.role === 'owner';
  return (
    <>
      <UnreadAccounts unreadable={overview.unreadable} isLimited={isLimited} isReading={isReading} onRead={onRead} />
      {!isLimited && <NoLimits set={set} />}
      <div className={classes.cards}>
        {cards.map((card) => (
          <CurrencyLimits
            key={card.id}
            card={card}
            owner={card.scope === 'workspace' ? workspace.name : `${organization.name}, all workspaces`}
            now={Date.now()}
            onEdit={
              onEdit && mayEdit(card.scope)
                ? () => onEdit({ of: { scope: card.scope }, currency: card.currency })
                : undefined
            }
          />
        ))}
        <PolicyCard workspace={workspace} />
      </div>
      {cards.some(hasLimit) && <Legend />}
      <Keys overview={overview} currency={firstCurrency(overview, workspace)} onEdit={onEdit} />
    </>
  );
}

const NoLimits = ({ set }: { set: React.ReactNode }) => (
  <Card>
    <Empty title="No limits yet" icons={<IconGauge size={30} stroke={1.5} aria-hidden="true" />} action={set}>
      With a limit, raises past it are refused for every key and person, and how much is left stands here.
    </Empty>
  </Card>
);

const Legend = () => (
  <p className={classes.legend}>
    <span data-part="used">runs now</span>
    <span data-part="held">held by changes under way</span>
    <span data-part="silent">no answer, last known size</span>
    <span data-part="over">over the limit</span>
  </p>
);

interface KeysProps extends Pick<OverviewProps, 'overview' | 'onEdit'> {
  /** What the first limit of a key is offered in. */
  currency: string;
}

function Keys({ overview: { keys, more }, currency: usual, onEdit }: KeysProps) {
  const go = useGo();
  const rows = useMemo(() => keyRowsOf(keys), [keys]);
  const manyModes = new Set(rows.flatMap(({ mode }) => mode ?? [])).size > 1;
  const columns = useMemo(() => {
    const edit = ({ key, currency }: KeyRow) =>
      onEdit?.({ of: { scope: 'key', keyId: key.id }, currency: currency ?? usual, name: key.name });
    return keyColumns({ now: Date.now(), manyModes, onEdit: onEdit && edit });
  }, [manyModes, onEdit, usual]);
  return (
    <section aria-labelledby="keys-heading" className={classes.keys}>
      <h2 id="keys-heading">
        How much may each key raise?{' '}
        <span className={classes.quiet}>On top of the limits above; the tightest answers.</span>
      </h2>
      <Card>
        {rows.length === 0 ? (
          <Empty title="No keys yet" action={<Button onClick={() => go('/keys')}>Open API keys</Button>}>
            Every key that works would be listed here, with what its own changes may add.
          </Empty>
        ) : (
          <DataTable
            label="Keys and their limits"
            rows={rows}
            columns={columns}
            rowId={({ id }) => id}
            compact={(row) => <KeyCompact row={row} now={Date.now()} manyModes={manyModes} />}
          />
        )}
      </Card>
      {more && (
        <p className={classes.quiet}>
          These are the newest keys. <code>adhelm limit list</code> shows the limits of all.
        </p>
      )}
    </section>
  );
}

const Waiting = () => (
  <AfterDelay>
    <div className={classes.cards} aria-busy="true">
      <Skeleton height={360} />
      <Skeleton height={360} />
      <Skeleton height={360} />
    </div>
  </AfterDelay>
);
