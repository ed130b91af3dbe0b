import { Button, NumberInput } from '@mantine/core';
import { useState } from 'react';
import type { Campaign } from '../../api/campaign.ts';
import { useMe } from '../../api/scope.ts';
import { moneyDifference } from '../../format/money.ts';
import { plural } from '../../format/number.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Shape, type ShapeKind } from '../../parts/shape.tsx';
import { type BulkChange, type BulkPlan, differences, planOf } from './bulk-plan.ts';
import classes from './campaigns.module.css';
import { type RowOutcome, useBulk } from './use-bulk.ts';

export type BulkKind = 'pause' | 'resume' | 'budget';

interface Props {
  kind: BulkKind;
  campaigns: readonly Campaign[];
  onClose(): void;
}

const TITLES = { pause: 'Pause campaigns', resume: 'Resume campaigns', budget: 'Change budgets by percent' };
const VERBS = { pause: 'Pause', resume: 'Resume', budget: 'Change' };

/** One change to all selected campaigns: what will be sent for each, then what came of each. */
export default function BulkDialog({ kind, campaigns: selected, onClose }: Props) {
  // The list is read again while the changes are made; the dialog keeps the campaigns as they were when it opened.
  const [campaigns] = useState(selected);
  const { workspaces } = useMe();
  const [percent, setPercent] = useState<number | string>('');
  const { outcomes, sending, send, halt } = useBulk();
  const readOnly = new Set(workspaces.filter(({ role }) => role === 'viewer').map(({ id }) => id));
  const wanted = wantedOf(kind, percent);
  const plan: BulkPlan = wanted ? planOf(campaigns, wanted, readOnly) : { planned: [], left: [] };
  const begun = outcomes.size > 0;
  const again = plan.planned.filter(({ campaign }) => isRepeatable(outcomes.get(campaign.key)));
  const open = begun ? again : plan.planned;
  const verb = begun ? `Try ${again.length} again` : `${VERBS[kind]} ${plan.planned.length}`;
  return (
    <Dialog
      opened
      once={sending}
      onClose={onClose}
      title={TITLES[kind]}
      about={`${plural(campaigns.length, 'campaign')} selected, each sent on its own in your name`}
      size={680}
      mode={campaigns.some(({ mode }) => mode === 'sandbox') ? 'sandbox' : 'live'}
      actions={
        <>
          {sending ? (
            <Button onClick={halt}>Stop after those under way</Button>
          ) : (
            <Button onClick={onClose}>{begun ? 'Close' : 'Keep as they are'}</Button>
          )}
          {(!begun || again.length > 0) && (
            <Button variant="filled" disabled={open.length === 0} loading={sending} onClick={() => void send(open)}>
              {verb}
            </Button>
          )}
        </>
      }
    >
      {kind === 'budget' && (
        <NumberInput
          data-autofocus
          label="Percent"
          description="10 raises every budget by a tenth, −20 cuts it by a fifth. Each becomes an amount, which is what is sent."
          value={percent}
          onChange={setPercent}
          min={-99}
          max={1000}
          suffix=" %"
          disabled={begun}
          mb={12}
          maw={320}
        />
      )}
      <Summary plan={plan} outcomes={outcomes} />
      <PlanTable plan={plan} outcomes={outcomes} />
    </Dialog>
  );
}

function wantedOf(kind: BulkKind, percent: number | string): BulkChange | undefined {
  if (kind !== 'budget') return { to: kind === 'pause' ? 'paused' : 'running' };
  return typeof percent === 'number' && percent !== 0 ? { percent } : undefined;
}

/** What certainly was not applied; an unknown outcome is looked at, never sent again from here. */
const isRepeatable = (outcome: RowOutcome | undefined) => outcome?.state === 'failed' || outcome?.state === 'waiting';

type PlanProps = { plan: BulkPlan; outcomes: ReadonlyMap<string, RowOutcome> };

function Summary({ plan, outcomes }: PlanProps) {
  const count = (state: RowOutcome['state']) => [...outcomes.values()].filter((one) => one.state === state).length;
  const told =
    outcomes.size === 0
      ? differences(plan).map(({ currency, period, sum }) => `${moneyDifference(sum, currency)} ${period}`)
      : [
          `${count('done')} of ${outcomes.size} done and read back`,
          count('failed') > 0 && `${count('failed')} not applied`,
          count('unknown') > 0 && `${count('unknown')} unknown: look before repeating`,
          count('waiting') > 0 && `${count('waiting')} not sent`,
        ].filter(Boolean);
  return (
    <p className={classes.bulkSummary} role="status">
      {told.join(' · ')}
    </p>
  );
}

const SHAPES: Record<RowOutcome['state'], ShapeKind> = {
  waiting: 'paused',
  sending: 'learning',
  done: 'done',
  failed: 'rejected',
  unknown: 'unknown',
};

function PlanTable({ plan: { planned, left }, outcomes }: PlanProps) {
  return (
    <section className={classes.bulk} aria-label="The selected campaigns" tabIndex={0}>
      <table>
        <tbody>
          {planned.map(({ campaign, before, after }) => (
            <tr key={campaign.key}>
              <td>
                <Name campaign={campaign} />
              </td>
              <td>
                <Outcome outcome={outcomes.get(campaign.key)} planned={`${before} → ${after}`} />
              </td>
            </tr>
          ))}
          {left.map(({ campaign, why }) => (
            <tr key={campaign.key} data-left>
              <td>
                <Name campaign={campaign} />
              </td>
              <td>Left as it is: {why}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const Name = ({ campaign: { channel, name } }: { campaign: Campaign }) => (
  <span className={classes.bulkName}>
    <ChannelIcon channel={channel} /> <bdi title={name}>{name}</bdi>
  </span>
);

const WORDS = {
  waiting: 'not sent',
  sending: 'sending …',
  done: 'Read back',
  failed: 'Not applied',
  unknown: 'Unknown',
};

function Outcome({ outcome, planned }: { outcome: RowOutcome | undefined; planned: string }) {
  if (!outcome) return planned;
  return (
    <span className={classes.bulkOutcome} data-state={outcome.state}>
      <Shape kind={SHAPES[outcome.state]} size={12} />
      <span>
        {WORDS[outcome.state]}
        {'words' in outcome && `: ${outcome.words}`}
      </span>
    </span>
  );
}
