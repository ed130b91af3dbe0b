import { IconLock } from '@tabler/icons-react';
import { useQueries } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment, type ReactNode } from 'react';
import { api } from '../../api/client.ts';
import type { UndoneChange, UndoneField, UndoReport } from '../../api/history.ts';
import { moneyDifference } from '../../format/money.ts';
import { plural } from '../../format/number.ts';
import { moment } from '../../format/time.ts';
import { shortValue } from '../../format/value.ts';
import { ChannelIcon } from '../../parts/channel-icon.tsx';
import { channelName } from '../../parts/channels.ts';
import { Problem } from '../../parts/problem.tsx';
import { Shape, type ShapeKind } from '../../parts/shape.tsx';
import { keptSearch } from '../../shell/kept-search.ts';
import classes from './history.module.css';

/** What several workspaces answered, as one. */
export interface JoinedReport {
  changes: UndoReport['changes'];
  plans: (UndoReport['plans'][number] & { workspaceId: string })[];
}

const GOING: readonly UndoneField['will_be'][] = ['undone', 'lowest_allowed', 'nearest'];
export const isGoing = ({ will_be }: UndoneField): boolean => GOING.includes(will_be);

interface UndoneObject extends Pick<UndoneChange, 'channel' | 'object'> {
  key: string;
  fields: UndoneField[];
}

/** By object. Several changes of one field go back together and tell the same of it, which is told once. */
function objectsOf({ changes }: JoinedReport): UndoneObject[] {
  const groups = Map.groupBy(changes, ({ channel, object, change_id }) => `${channel} ${object.id ?? change_id}`);
  return [...groups].map(([key, some]) => {
    const { channel, object } = some[0]!;
    const fields = some.flatMap((change) => change.fields).map((field) => [JSON.stringify(field), field] as const);
    return { key, channel, object, fields: [...new Map(fields).values()] };
  });
}

export const fieldsOf = (report: JoinedReport | undefined): UndoneField[] =>
  report ? objectsOf(report).flatMap(({ fields }) => fields) : [];

export function coverageOf(fields: readonly UndoneField[]): UndoneChange['undo'] {
  if (!fields.some(isGoing)) return 'none';
  return fields.every(({ will_be }) => will_be === 'undone' || will_be === 'as_before') ? 'full' : 'partial';
}

const COVERAGE = {
  full: { word: 'Full', shape: <Shape kind="done" size={12} /> },
  partial: { word: 'Partial', shape: <Shape kind="learning" size={12} /> },
  none: { word: 'None', shape: <IconLock size={13} aria-hidden="true" /> },
};

export const Coverage = ({ of }: { of: UndoneChange['undo'] }) => (
  <span className={classes.coverage}>
    {COVERAGE[of].shape} {COVERAGE[of].word}
  </span>
);

export function Report({ report }: { report: JoinedReport }) {
  const fields = fieldsOf(report);
  const count = (will_be: UndoneField['will_be']) => fields.filter((one) => one.will_be === will_be).length;
  return (
    <>
      <p className={classes.about}>{planWords(report)}</p>
      <dl className={classes.counts}>
        <Figure name="Goes back" value={plural(fields.filter(isGoing).length, 'field')} rest={`of ${fields.length}`} />
        <Figure name="Left alone" value={plural(count('changed_since'), 'field')} rest="changed since" />
        <Figure name="Impossible" value={plural(count('impossible'), 'field')} />
      </dl>
      {report.plans.map(
        ({ plan, error }) =>
          error && (
            <Problem
              key={plan.id}
              title={error.message}
              text={error.next_step}
              code={error.code}
              unknown={plan.state === 'waiting'}
              actions={
                plan.state === 'waiting' && (
                  <Link to={`/approvals/${plan.id}` as '/'} search={keptSearch as never}>
                    Open the plan
                  </Link>
                )
              }
            />
          ),
      )}
      <Objects objects={objectsOf(report)} />
      <Facts report={report} />
    </>
  );
}

const CODES_SHOWN = 3;

function planWords({ plans }: JoinedReport): string {
  const told = plans.slice(0, CODES_SHOWN).map(({ plan }) => `plan ${plan.code} is ${plan.state}`);
  const rest = plans.length - told.length;
  return [...told, ...(rest > 0 ? [`and ${plural(rest, 'more plan')}`] : [])].join(', ');
}

function Figure({ name, value, rest }: { name: string; value: string; rest?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        {value} {rest && <span>{rest}</span>}
      </dd>
    </div>
  );
}

const WILL: Record<UndoneField['will_be'], { shape: ShapeKind; words: string }> = {
  undone: { shape: 'done', words: 'undone' },
  as_before: { shape: 'done', words: 'as before' },
  changed_since: { shape: 'limited', words: 'changed since' },
  lowest_allowed: { shape: 'limited', words: 'lowest allowed' },
  nearest: { shape: 'limited', words: 'nearest' },
  impossible: { shape: 'refused', words: 'impossible' },
};

function Objects({ objects }: { objects: readonly UndoneObject[] }) {
  return (
    <table className={classes.fields}>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Now</th>
          <th scope="col">Back to</th>
          <th scope="col">Will be</th>
        </tr>
      </thead>
      {objects.map(({ key, channel, object, fields }) => (
        <tbody key={key}>
          <tr className={classes.group}>
            <th scope="rowgroup" colSpan={3}>
              <span className={classes.object}>
                <ChannelIcon channel={channel} labelled />
                <bdi>{object.name ?? object.id ?? plural(new Set(fields.map((one) => one.object)).size, 'object')}</bdi>
              </span>
            </th>
            <td>
              <Coverage of={coverageOf(fields)} />
            </td>
          </tr>
          {fields.map((one) => (
            <Field key={JSON.stringify(one)} field={one} channel={channel} isNamed={one.object !== object.id} />
          ))}
        </tbody>
      ))}
    </table>
  );
}

function Field({ field: one, channel, isNamed }: { field: UndoneField; channel: string; isNamed: boolean }) {
  const why = whyOf(one, channel);
  return (
    <Fragment>
      <tr>
        <td>
          <code>{one.field ?? 'all of it'}</code>
          {isNamed && one.object !== undefined && <span className={classes.quiet}> {one.object}</span>}
        </td>
        <td>{shortValue(one.now)}</td>
        <td>{isGoing(one) ? <strong>{shortValue(one.back_to)}</strong> : 'stays'}</td>
        <td>
          <span className={classes.will}>
            <Shape kind={WILL[one.will_be].shape} size={12} /> {WILL[one.will_be].words}
          </span>
        </td>
      </tr>
      {why !== undefined && (
        <tr data-why="true">
          <td colSpan={4}>{why}</td>
        </tr>
      )}
    </Fragment>
  );
}

function whyOf({ will_be, now, changed, why }: UndoneField, channel: string): string | undefined {
  if (will_be !== 'changed_since' || now === undefined) return why;
  return changed
    ? `${changed.by.name ?? changed.by.id} set it to ${shortValue(now)}, ${moment(changed.at)}. Left as it is.`
    : `It was set to ${shortValue(now)} at ${channelName(channel)}, not through Adhelm. Left as it is.`;
}

/** What a day costs afterwards, who has to agree, and what stays although the change is taken back. */
function Facts({ report }: { report: JoinedReport }) {
  const stays = [...new Set(report.changes.flatMap((change) => change.stays))];
  const spend = spendOf(report);
  return (
    <dl className={classes.facts}>
      {spend.length > 0 && <Fact name="Spend a day">{spend.join(', ')}</Fact>}
      {report.plans.length > 0 && (
        <Fact name="Needs">
          <Needs plans={report.plans} />
        </Fact>
      )}
      {stays.length > 0 && (
        <Fact name="Stays">
          {stays.map((words) => (
            <span key={words}>{words}</span>
          ))}
        </Fact>
      )}
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

/** One sum a currency over all plans of the undo. */
function spendOf({ plans }: JoinedReport): string[] {
  const effects = plans.flatMap(({ plan }) => plan.exposure ?? []);
  return [...Map.groupBy(effects, ({ currency }) => currency)].map(([currency, some]) => {
    const cents = some.reduce((sum, { daily }) => sum + Math.round((Number(daily.to) - Number(daily.from)) * 100), 0);
    return cents === 0 ? `as now in ${currency}` : `${moneyDifference(cents / 100, currency)} in ${currency}`;
  });
}

/** By the rules of the workspaces: cuts pass all of them. */
function Needs({ plans }: Pick<JoinedReport, 'plans'>) {
  const ids = [...new Set(plans.map(({ workspaceId }) => workspaceId))];
  const policies = useQueries({ queries: ids.map((id) => api.approvals.policy.queryOptions({ workspaceId: id })) });
  if (policies.some(({ data }) => !data)) return '–';
  const ruleOf = ({ plan, workspaceId }: JoinedReport['plans'][number]) =>
    policies[ids.indexOf(workspaceId)]?.data?.rules[plan.class as 'raise'];
  const waiting = plans.filter((one) => ruleOf(one) === 'approve').length;
  const denied = plans.filter((one) => ruleOf(one) === 'deny').length;
  if (denied > 0) return `The rules refuse ${denied} of ${plural(plans.length, 'plan')}`;
  if (waiting === 0) return 'No approval';
  return `An approval${waiting < plans.length ? ` for ${waiting} of ${plural(plans.length, 'plan')}` : ''}`;
}
