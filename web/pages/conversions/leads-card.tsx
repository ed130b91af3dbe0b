import { Button, Card, Skeleton } from '@mantine/core';
import { IconEraser, IconEye, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Lead, Leads } from '../../api/leads.ts';
import type { Workspace } from '../../api/scope.ts';
import { readableId } from '../../format/id.ts';
import { wholeCount } from '../../format/number.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName } from '../../parts/channels.ts';
import { Empty } from '../../parts/empty-state.tsx';
import { WhomToAsk } from '../../parts/locked-notice.tsx';
import { ReadProblem } from '../../parts/read-problem.tsx';
import { Shape, type ShapeKind } from '../../parts/shape.tsx';
import { Tag } from '../../parts/tag.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import classes from './conversions.module.css';
import { ForgetPerson } from './forget-person.tsx';
import { ShowPerson } from './show-person.tsx';
import { eventWord } from './words.ts';

const FIRST_LEADS = 6;
const READ_EVERY_MS = 60_000;

/** Leads without persons: the way to one takes the right, a reason, and a record. */
export function LeadsCard({ workspace }: { workspace: Workspace }) {
  const { data, error, refetch } = useQuery({
    ...api.leads.list.queryOptions({ workspaceId: workspace.id }),
    refetchInterval: READ_EVERY_MS,
  });
  const leads = data?.leads ?? [];
  return (
    <Card component="section" aria-labelledby="leads-heading" className={classes.leads}>
      <header className={classes.sectionHead}>
        <h2 id="leads-heading">Who wants to be called?</h2>
        {data && (
          <span className={classes.end}>
            <Tag>
              {wholeCount(leads.length)}
              {data.more && '+'} in 7 days
            </Tag>
          </span>
        )}
      </header>
      <p className={classes.hidden}>
        <IconLock size={14} aria-hidden="true" />
        <span>
          Names, mail and phone are hidden. Showing one person takes an owner and a reason, and stands in Activity.
        </span>
      </p>
      {error && !data && (
        <div className={classes.inCard}>
          <ReadProblem title="The leads could not be read" text={error.message} onRetry={() => void refetch()} />
        </div>
      )}
      {!data && !error && <Skeleton height={240} radius={0} />}
      {data && <Listed read={data} />}
      <Foot workspace={workspace} leads={leads} />
    </Card>
  );
}

function Listed({ read: { leads, missing, more } }: { read: Leads }) {
  const [all, setAll] = useState(false);
  return (
    <>
      {missing.map(({ channel, reason }) => (
        <p key={`${channel} ${reason}`} className={classes.missing}>
          <Shape kind="limited" size={12} />
          <span>
            Newer leads of {channelName(channel)} are missing. {reason}
          </span>
        </p>
      ))}
      {leads.length === 0 && (
        <Empty title="No lead in 7 days" icons={null}>
          What people leave in the forms of your ads stands here, without their names.
        </Empty>
      )}
      <ul className={classes.leadList}>
        {(all ? leads : leads.slice(0, FIRST_LEADS)).map((lead) => (
          <LeadRow key={`${lead.channel} ${lead.id}`} lead={lead} />
        ))}
      </ul>
      {!all && leads.length > FIRST_LEADS && (
        <div className={classes.earlier}>
          <Button size="xs" onClick={() => setAll(true)}>
            {more ? 'Show' : 'Show all'} {wholeCount(leads.length)}
          </Button>
        </div>
      )}
    </>
  );
}

const STAGES: Readonly<Record<string, ShapeKind>> = { lead: 'learning', qualified_lead: 'done', purchase: 'done' };

function LeadRow({ lead: { channel, id, form, formId, campaignId, submittedAt, stage, isTest } }: { lead: Lead }) {
  return (
    <li>
      <ChannelIcon channel={channel} labelled />
      <div className={classes.leadNames}>
        <div title={formId}>{form ?? `Form ${readableId(formId)}`}</div>
        <div className={classes.quiet}>{campaignId ? `Campaign ${readableId(campaignId)}` : 'No campaign told'}</div>
        <div className={classes.quiet}>
          <IconLock size={12} aria-hidden="true" />
          <span className={classes.person} role="img" aria-label="The person is hidden" />
          <code title={id}>{readableId(id)}</code>
        </div>
      </div>
      <div className={classes.leadEnd}>
        <span className={classes.quiet}>
          <TimeText key={submittedAt} time={submittedAt} />
        </span>
        <span className={classes.said}>
          <Shape kind={stage === null ? 'scheduled' : (STAGES[stage] ?? 'learning')} size={12} />
          <span>{isTest ? 'test' : stage === null ? 'new' : eventWord(stage).toLowerCase()}</span>
        </span>
      </div>
    </li>
  );
}

function Foot({ workspace, leads }: { workspace: Workspace; leads: readonly Lead[] }) {
  const [asking, setAsking] = useState<'show' | 'forget'>();
  const close = () => setAsking(undefined);
  const isOwner = workspace.role === 'owner';
  return (
    <footer className={classes.leadFoot}>
      <Button
        size="xs"
        leftSection={<IconEye />}
        disabled={!isOwner || leads.length === 0}
        onClick={() => setAsking('show')}
      >
        Show one person
      </Button>
      <Button size="xs" leftSection={<IconEraser />} disabled={!isOwner} onClick={() => setAsking('forget')}>
        Forget one person
      </Button>
      {!isOwner && (
        <span className={classes.quiet}>
          Owners see and erase personal data. <WhomToAsk />
        </span>
      )}
      {asking === 'show' && <ShowPerson workspaceId={workspace.id} leads={leads} onClose={close} />}
      {asking === 'forget' && <ForgetPerson workspaceId={workspace.id} onClose={close} />}
    </footer>
  );
}
