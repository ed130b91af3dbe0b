import { Button, Card, Skeleton } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, client, readAgain } from '../../api/client.ts';
import { useScope, type Workspace } from '../../api/scope.ts';
import { AfterDelay } from '../../parts/after-delay.tsx';
import { CONNECTED_CHANNELS, channelOrder } from '../../parts/channels.ts';
import { ChooseWorkspace } from '../../parts/choose-workspace.tsx';
import { ModeTag } from '../../parts/mode-tag.tsx';
import { Problem } from '../../parts/problem.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { Tag } from '../../parts/tag.tsx';
import { Page } from '../../shell/page.tsx';
import { ChangeAccount } from './change-account.tsx';
import { ConnectDialog, type Start } from './connect-dialog.tsx';
import { ConnectionCard } from './connection-card.tsx';
import classes from './connections.module.css';
import { Disconnect } from './disconnect.tsx';
import { OwnApp } from './own-app.tsx';
import type { ConnectionCardData, TestResult } from './types.ts';

export default function ConnectionsPage() {
  const { workspace } = useScope();
  if (workspace) return <Connections key={workspace.id} workspace={workspace} />;
  return <ChooseWorkspace title="Connections" what="platforms" />;
}

interface Asked {
  /** Id of the pending connection, set by the redirect back from the platform. */
  pending?: string;
  /** A channel to reconnect, set by links about an expiring token. */
  connect?: string;
  /** Set when the OAuth redirect carried a `state` that was not issued to this session. */
  failed?: string;
}

type CardChange = { what: 'account' | 'disconnect'; card: ConnectionCardData };
type Doing = { what: 'connect'; start: Start } | CardChange;

const NOT_OURS =
  'The browser came back with a sign-in that this session did not begin, or that was used already. Begin again from the card.';

function Connections({ workspace }: { workspace: Workspace }) {
  const workspaceId = workspace.id;
  const { data, error, refetch } = useQuery(api.connections.list.queryOptions({ workspaceId }));
  const { pending, connect, failed } = useSearch({ strict: false }) as Asked;
  const forgetAsked = useForgetAsked();
  const queries = useQueryClient();
  const [doing, setDoing] = useState<Doing>();
  const { test, isTesting, testOf, forgetTests } = useTests(workspaceId);
  const mayChange = workspace.role !== 'viewer';
  const asked = useAsked(workspaceId, mayChange ? (data ?? []) : []);
  const connected = data?.filter(({ mode }) => mode !== null) ?? [];
  const close = () => {
    setDoing(undefined);
    forgetAsked();
  };
  const done = () => {
    close();
    forgetTests();
    void queries.invalidateQueries({ queryKey: ['who is connected', workspaceId] });
    void readAgain(api.connections.list.pathFilter());
  };
  const named = mayChange ? data?.find(({ channel }) => channel === connect) : undefined;
  const start = startOf(pending, doing, named);
  const dialog = { workspace, onClose: close, onDone: done };
  return (
    <Page
      title="Connections"
      actions={<TestAll channels={mayChange ? connected : []} isTesting={isTesting} onTest={test} />}
    >
      <Lead workspace={workspace} cards={data} connected={connected} />
      {failed && <Problem title="Nothing was connected" text={NOT_OURS} onClose={close} />}
      {error && !data && (
        <ReadProblem
          title="The connections could not be read"
          text={`${error.message} Nothing was changed.`}
          onRetry={() => void refetch()}
        />
      )}
      <div className={classes.cards}>
        {!data && !error && <Waiting />}
        {inOrder(data).map((card) => (
          <ConnectionCard
            key={card.channel}
            card={card}
            {...testOf(card.channel)}
            asked={asked.get(card.channel)}
            mayChange={mayChange}
            onConnect={(by) => setDoing({ what: 'connect', start: { at: by, channel: card.channel } })}
            onChangeAccount={() => setDoing({ what: 'account', card })}
            onDisconnect={() => setDoing({ what: 'disconnect', card })}
          />
        ))}
        {data && <OwnApp channel={data[0]?.channel} />}
      </div>
      {start && <ConnectDialog {...dialog} start={start} />}
      {doing && doing.what !== 'connect' && <CardDialog {...dialog} doing={doing} />}
    </Page>
  );
}

interface TestAllProps {
  channels: readonly ConnectionCardData[];
  isTesting: boolean;
  onTest(channels: readonly string[]): void;
}

function TestAll({ channels, isTesting, onTest }: TestAllProps) {
  return (
    <Button
      leftSection={<IconRefresh />}
      disabled={channels.length === 0}
      loading={isTesting}
      onClick={() => onTest(channels.map(({ channel }) => channel))}
    >
      Test all
    </Button>
  );
}

/** Takes what a redirect or a link asked for out of the address. */
function useForgetAsked() {
  const asked = useSearch({ strict: false }) as Asked;
  const navigate = useNavigate();
  const none: Record<keyof Asked, undefined> = { pending: undefined, connect: undefined, failed: undefined };
  return () => {
    if (asked.pending || asked.connect || asked.failed)
      void navigate({ to: '.', search: (search: object) => ({ ...search, ...none }), replace: true });
  };
}

interface CardDialogProps {
  doing: CardChange;
  workspace: Workspace;
  onClose(): void;
  onDone(): void;
}

function CardDialog({ doing: { what, card }, ...rest }: CardDialogProps) {
  return what === 'account' ? <ChangeAccount {...rest} card={card} /> : <Disconnect {...rest} card={card} />;
}

/** The results of the Test buttons, as they come in. */
function useTests(workspaceId: string) {
  const [tested, setTested] = useState<Record<string, TestResult>>({});
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (channels: readonly string[]) =>
      Promise.all(
        channels.map(async (channel) => {
          const result = await client.connections.test.mutate({ workspaceId, channel });
          setTested((before) => ({ ...before, [channel]: result }));
        }),
      ),
  });
  return {
    test: mutate,
    isTesting: isPending,
    testOf: (channel: string) => ({
      tested: tested[channel],
      testing: isPending && variables.includes(channel) && !tested[channel],
      onTest: () => mutate([channel]),
    }),
    forgetTests: () => setTested({}),
  };
}

interface LeadProps {
  workspace: Workspace;
  cards: readonly ConnectionCardData[] | undefined;
  connected: readonly ConnectionCardData[];
}

function Lead({ workspace, cards, connected }: LeadProps) {
  const count = (mode: 'live' | 'sandbox') => connected.filter((card) => card.mode === mode).length;
  return (
    <div className={classes.top}>
      <div>
        <h2 className={classes.heading}>{headingOf(connected.length, workspace.name)}</h2>
        <p className={classes.lead}>
          One per channel. Keys and agents of this workspace act through them, never with a platform token of their own.
        </p>
      </div>
      {cards && (
        <div className={classes.counts}>
          <ModeTag mode="live" /> {count('live')}
          <ModeTag mode="sandbox" /> {count('sandbox')}
          <Tag>Not connected</Tag> {cards.length - connected.length}
        </div>
      )}
    </div>
  );
}

/** Identity and account names from each platform, asked for when the page opens and then cached for five minutes. */
function useAsked(workspaceId: string, cards: readonly ConnectionCardData[]): Map<string, TestResult> {
  const connected = cards.filter(({ mode }) => mode !== null).map(({ channel }) => channel);
  const answers = useQueries({
    queries: connected.map((channel) => ({
      queryKey: ['who is connected', workspaceId, channel],
      queryFn: () => client.connections.test.mutate({ workspaceId, channel }),
      staleTime: 300_000,
      retry: false,
    })),
  });
  return new Map(connected.flatMap((channel, at) => (answers[at]?.data ? [[channel, answers[at].data]] : [])));
}

function startOf(
  pending: string | undefined,
  doing: Doing | undefined,
  named: ConnectionCardData | undefined,
): Start | undefined {
  if (pending) return { at: 'pending', id: pending };
  if (doing) return doing.what === 'connect' ? doing.start : undefined;
  return named && { at: named.mode ?? 'live', channel: named.channel };
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine'];

const headingOf = (connected: number, workspace: string) =>
  `${NUMBERS[connected] ?? connected} connection${connected === 1 ? '' : 's'} of ${workspace}`;

const Waiting = () =>
  CONNECTED_CHANNELS.map((channel) => (
    <Card key={channel} p={16} aria-busy="true">
      <AfterDelay>
        <Skeleton height={32} width={180} mb={20} />
        <Skeleton height={12} mb={14} />
        <Skeleton height={12} mb={14} />
        <Skeleton height={12} />
      </AfterDelay>
    </Card>
  ));

const inOrder = (cards: readonly ConnectionCardData[] = []) =>
  [...cards].sort((a, b) => channelOrder(a.channel) - channelOrder(b.channel));
