import { Button, Card } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ChannelIcon } from '../parts/channel-icon.tsx';
import { Diff } from '../parts/diff.tsx';
import { Empty } from '../parts/empty-state.tsx';
import { Locked } from '../parts/locked-notice.tsx';
import { ModeTag } from '../parts/mode-tag.tsx';
import { NoMatch } from '../parts/no-match.tsx';
import { Outcome } from '../parts/outcome.tsx';
import { Partial } from '../parts/partial-notice.tsx';
import { Problem } from '../parts/problem.tsx';
import { ReadBack } from '../parts/read-back.tsx';
import { SecretBox } from '../parts/secret-box.tsx';
import { Status } from '../parts/status.tsx';
import { TableSkeleton } from '../parts/table-skeleton.tsx';
import { Tag } from '../parts/tag.tsx';
import { Band } from '../shell/band.tsx';
import classes from './gallery.module.css';

const nothing = () => {};

const KINDS = ['active', 'paused', 'learning', 'limited', 'rejected', 'scheduled', 'ended', 'unknown'] as const;

const COLUMNS = [
  { id: 'channel', header: 'Channel' },
  { id: 'account', header: 'Account' },
  { id: 'cost', header: 'Cost', align: 'end' as const },
  { id: 'conversions', header: 'Conversions', align: 'end' as const },
];

const Part = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <p className={classes.label}>{label}</p>
    {children}
  </div>
);

/** Components that show a state (loading, empty, failed and so on), side by side. */
export function Gallery() {
  return (
    <div className={classes.grid}>
      <WaitingAndChanges />
      <div className={classes.column}>
        <NothingToShow />
        <Marks />
      </div>
    </div>
  );
}

function WaitingAndChanges() {
  return (
    <div className={classes.column}>
      <Part label="Loading: skeleton after 150 ms, in the shape of what comes">
        <Card>
          <h2 style={{ margin: 0, padding: '12px 16px', fontSize: 14, fontWeight: 600 }}>Which channel brings what?</h2>
          <TableSkeleton columns={COLUMNS} />
        </Card>
      </Part>
      <Part label="Refused write: stays until read, says what happened, next step, ids">
        <Problem
          title="The budget was not changed"
          text="Social refused it: the account has reached its spending limit. Nothing was applied."
          code="account_problem"
          upstreamCode="2446149"
          trace="AQx0vT…9fE"
          requestId="req_77ad02c1"
          onClose={nothing}
          actions={
            <Button size="xs" rightSection={<IconExternalLink />}>
              Raise the limit at Social
            </Button>
          }
        />
      </Part>
      <Part label="One channel missing: partial, never zero">
        <Partial action={<Button size="xs">Try Video again</Button>}>
          Video did not answer (<code>upstream_unavailable</code>). Its cost is missing here, not zero.
        </Partial>
      </Part>
      <ReadBack
        title="Budget is $1,100.00 a day"
        about="Always on: prospecting, read back from Social"
        onUndo={nothing}
      />
      <SecretBox
        secret="sk_live_7Hc2Vq9TzB4mXw0LrK8sNf3PyJdG6uEaQ1oR5tWvC"
        what="key"
        warning="Shown this once. If it is lost, roll the key; the old one works on for the overlap you choose."
      />
    </div>
  );
}

function NothingToShow() {
  return (
    <>
      <Part label="Empty: what would be here, one next step">
        <Card>
          <Empty title="No campaigns yet" action={<Button variant="filled">Connect a channel</Button>}>
            Every campaign of the connected accounts would be listed here, also those made elsewhere.
          </Empty>
        </Card>
      </Part>
      <Part label="Nothing matches: which filter is to blame">
        <NoMatch
          what="campaign"
          filterCount={3}
          blame={{ text: 'Changed by is any agent', without: 46, remove: nothing }}
          onClear={nothing}
        />
      </Part>
      <Locked verb="Change budget" />
      <Part label="Sandbox band, 28 px, above everything">
        <Band end={<a href="/rehearsal">Open Rehearsal</a>} />
      </Part>
    </>
  );
}

function Marks() {
  return (
    <div>
      <Card className={classes.statuses}>
        {KINDS.map((kind) => (
          <Status key={kind} kind={kind} />
        ))}
      </Card>
      <div className={classes.row}>
        <Outcome outcome="applied" />
        <Outcome outcome="not_applied" />
        <Outcome outcome="unknown" />
        <ModeTag mode="live" />
        <ModeTag mode="sandbox" />
        <Tag>Campaign group</Tag>
        {['social', 'search', 'video', 'professional', 'tags', 'office', 'workspace'].map((channel) => (
          <ChannelIcon key={channel} channel={channel} labelled />
        ))}
      </div>
      <div className={classes.row}>
        <Diff field="daily_budget" from="$800.00" to="$920.00" />
        <Diff field="budget" kept={{ value: '$360.00', asked: '$20.00' }} />
      </div>
    </div>
  );
}
