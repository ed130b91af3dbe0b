import { Button, Card, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { type UseQueryResult, useMutation } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import type { Workspace } from '../../api/scope.ts';
import { type Container, findContainer, useTagAccounts } from '../../api/tags.ts';
import { plural } from '../../format/number.ts';
import { useKey } from '../../keyboard/use-keys.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { DataTable } from '../../parts/data-table.tsx';
import type { Column } from '../../parts/data-table-columns.ts';
import { Empty } from '../../parts/empty-state.tsx';
import { NoMatch } from '../../parts/no-match.tsx';
import { RowName } from '../../parts/row-name.tsx';
import { TableSkeleton } from '../../parts/table-skeleton.tsx';
import classes from './tags.module.css';
import { SlowRead, Unread } from './waiting-turn.tsx';
import { kindWords } from './words.ts';

interface Props {
  workspace: Workspace;
  account: string | undefined;
  read: UseQueryResult<{ containers: Container[] }, { message: string }>;
  onAccount(account: string | undefined): void;
  onOpen(container: Container): void;
}

const COLUMNS: Column<Container>[] = [
  {
    id: 'name',
    header: 'Container',
    width: 280,
    cell: ({ name }) => <RowName name={name} />,
    value: (one) => one.name,
  },
  { id: 'publicId', header: 'Id', width: 150, cell: ({ publicId }) => <code>{publicId}</code> },
  { id: 'kind', header: 'For', width: 150, leaves: 1, quiet: true, cell: ({ kind }) => kindWords(kind) },
  {
    id: 'domains',
    header: 'Websites',
    width: 320,
    quiet: true,
    cell: ({ domains }) => domains.join(', ') || '–',
  },
];

/** The containers of one account; none is read before it is opened. */
export function Containers({ workspace, account, read, onAccount, onOpen }: Props) {
  const [words, setWords] = useState('');
  const all = read.data?.containers;
  const found = useMemo(() => (all ?? []).filter((one) => matches(one, words)), [all, words]);
  return (
    <Card component="section" aria-labelledby="containers-heading">
      <header className={classes.sectionHead}>
        <h2 id="containers-heading">Which website?</h2>
        <span className={classes.quiet}>{all && plural(all.length, 'container')}</span>
        <Narrowing
          workspace={workspace}
          account={account}
          words={words}
          onWords={setWords}
          onAccount={onAccount}
          onOpen={onOpen}
        />
      </header>
      {read.error && !read.data && (
        <div className={classes.inCard}>
          <Unread read={read} title="The containers could not be read" />
        </div>
      )}
      {read.isPending && (
        <>
          <TableSkeleton columns={COLUMNS} rows={6} />
          <div className={classes.inCard}>
            <SlowRead />
          </div>
        </>
      )}
      {all?.length === 0 && <NoContainers />}
      {found.length > 0 && (
        <DataTable
          label="Containers"
          rows={found}
          columns={COLUMNS}
          rowId={({ id }) => id}
          onOpen={onOpen}
          compact={(one) => <CompactContainer container={one} />}
        />
      )}
      {all && all.length > 0 && found.length === 0 && (
        <NoMatch what="container" filterCount={0} onClear={() => setWords('')} />
      )}
    </Card>
  );
}

const matches = ({ name, publicId, domains }: Container, words: string) =>
  [name, publicId, ...domains].join(' ').toLowerCase().includes(words.trim().toLowerCase());

interface NarrowingProps extends Pick<Props, 'workspace' | 'account' | 'onAccount' | 'onOpen'> {
  words: string;
  onWords(words: string): void;
}

const PUBLIC_ID = /^GTM-[A-Z0-9]{4,12}$/;

/** The account, a filter, and the way to a container of any account by the id that stands on its website. */
function Narrowing({ workspace, account, words, onWords, onAccount, onOpen }: NarrowingProps) {
  const field = useRef<HTMLInputElement>(null);
  const [asked, setAsked] = useState(account !== undefined);
  const accounts = useTagAccounts(workspace.id, asked);
  const publicId = words.trim().toUpperCase();
  const isPublicId = PUBLIC_ID.test(publicId);
  const find = useMutation({
    mutationFn: () => findContainer(workspace.id, publicId),
    onSuccess: (found) => found && onOpen(found),
  });
  useKey('/', () => field.current?.focus());
  return (
    <div className={classes.narrowing}>
      <TextInput
        ref={field}
        className="quiet"
        size="xs"
        placeholder="Name, website or GTM-…"
        aria-label="Name, website or GTM-…"
        leftSection={<IconSearch size={14} />}
        value={words}
        onChange={(event) => onWords(event.currentTarget.value)}
        error={isPublicId && find.error?.message}
        onKeyDown={(event) => event.key === 'Enter' && isPublicId && find.mutate()}
      />
      {isPublicId && (
        <Button size="xs" loading={find.isPending} onClick={() => find.mutate()}>
          Open {publicId}
        </Button>
      )}
      <Select
        size="xs"
        className={classes.account}
        aria-label="Account"
        placeholder="Configured account"
        clearable
        searchable
        limit={100}
        nothingFoundMessage={accounts.isFetching ? 'Asking the platform' : 'No other account'}
        data={(accounts.data?.accounts ?? []).map(({ id, name }) => ({ value: id, label: name || id }))}
        value={account ?? null}
        onDropdownOpen={() => setAsked(true)}
        onChange={(chosen) => onAccount(chosen ?? undefined)}
      />
    </div>
  );
}

const CompactContainer = ({ container: { name, publicId, domains } }: { container: Container }) => (
  <span className={classes.compact}>
    <span className={classes.compactName}>{name}</span>
    <span className={classes.quiet}>{[publicId, ...domains].join(' · ')}</span>
  </span>
);

const NoContainers = () => (
  <Empty title="This account has no container" icons={<ChannelIcon channel="tags" size={30} />}>
    A container is made at the platform. Choose another account above, or enter a GTM-… that the sign-in reaches.
  </Empty>
);
