import { IconLock, IconRobot, IconUser } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { isForMe, type ListedPlan } from '../../api/plans.ts';
import { shortValue } from '../../format/value.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { Diff } from '../../parts/diff.tsx';
import { Status } from '../../parts/status.tsx';
import { Tag } from '../../parts/tag.tsx';
import { TimeText } from '../../parts/time-text.tsx';
import classes from './approvals.module.css';
import { planAddress } from './plan-address.ts';
import { changesOf, moneyMoved, nameOf, STATES, timeLeft } from './words.ts';

export interface Group {
  title: string;
  note?: string;
  plans: readonly ListedPlan[];
}

const UNDER_WAY: readonly ListedPlan['state'][] = ['approved', 'applying'];

/** In the order in which they ask for something. */
export function groupsOf(plans: readonly ListedPlan[], over: boolean): Group[] {
  const groups: Group[] = over
    ? [{ title: 'Decided', note: 'newest first', plans }]
    : [
        { title: 'Waiting for you', note: 'newest first', plans: plans.filter(isForMe) },
        { title: 'Being applied', plans: plans.filter(({ state }) => UNDER_WAY.includes(state)) },
        {
          title: 'Waiting for somebody else',
          plans: plans.filter((plan) => plan.state === 'waiting' && !isForMe(plan)),
        },
      ];
  return groups.filter((group) => group.plans.length > 0);
}

interface Props {
  groups: readonly Group[];
  chosen: string | undefined;
  more: boolean;
  now: number;
}

export function Queue({ groups, chosen, more, now }: Props) {
  return (
    <nav className={classes.queue} aria-label="Plans">
      {groups.map(({ title, note, plans }) => (
        <section key={title}>
          <h2 className={classes.group}>
            {title} <span className={classes.quiet}>{plans.length}</span>
            {note && <span className={classes.groupNote}>{note}</span>}
          </h2>
          <ul className={classes.rows}>
            {plans.map((plan) => (
              <Row key={plan.id} plan={plan} isChosen={plan.id === chosen} now={now} />
            ))}
          </ul>
        </section>
      ))}
      {more && <p className={classes.more}>These are the newest. Agents see all of theirs with list_plans.</p>}
    </nav>
  );
}

function Row({ plan, isChosen, now }: { plan: ListedPlan; isChosen: boolean; now: number }) {
  const { channel, requester, behind, state, decided } = plan;
  const [first, ...others] = changesOf(plan);
  const Icon = requester.kind === 'key' ? IconRobot : IconUser;
  return (
    <li>
      <Link
        to={planAddress(plan.id)}
        search={true as never}
        className={classes.row}
        aria-current={isChosen ? 'true' : undefined}
        data-plan={plan.id}
      >
        <ChannelIcon channel={channel} />
        <span className={classes.rowText}>
          <span className={classes.rowLine}>
            <span className={classes.rowName}>{nameOf(plan)}</span>
            <span className={classes.quiet}>
              {state === 'waiting' ? timeLeft(plan.expiresAt, now) : decided && <TimeText time={decided.at} />}
            </span>
          </span>
          <span className={classes.rowLine}>
            {first ? <FirstChange change={first} others={others.length} /> : <span>{plan.title}</span>}
          </span>
          <span className={classes.rowLine}>
            <span className={classes.rowWho}>
              <Icon size={14} aria-label={requester.kind === 'key' ? 'Key' : 'Person'} />
              <span>
                {requester.name}
                {behind && <span className={classes.quiet}> for {behind.name}</span>}
              </span>
            </span>
            <RowEnd plan={plan} />
          </span>
        </span>
      </Link>
    </li>
  );
}

function FirstChange({
  change: { field, from, to },
  others,
}: {
  change: ReturnType<typeof changesOf>[number];
  others: number;
}) {
  return (
    <>
      <Diff field={field} from={shortValue(from)} to={shortValue(to)} />
      {others > 0 && <Tag>+ {others}</Tag>}
    </>
  );
}

/** The one thing that sets the row apart. */
function RowEnd({ plan }: { plan: ListedPlan }) {
  const { state, obstacle, approvals, approvalsNeeded } = plan;
  if (state !== 'waiting') return <Status kind={STATES[state].shape}>{STATES[state].word}</Status>;
  if (obstacle?.why === 'own request')
    return (
      <span className={classes.quiet}>
        <IconLock size={12} aria-hidden="true" /> asked in your name
      </span>
    );
  if (approvalsNeeded > 1) return <Tag>{`${approvals.length} of ${approvalsNeeded}`}</Tag>;
  const [first] = changesOf(plan);
  return <span className={classes.quiet}>{first && moneyMoved(first)}</span>;
}
