import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Change, Entry } from '../../api/activity.ts';
import { api } from '../../api/client.ts';
import { useScope } from '../../api/scope.ts';
import { exact } from '../../format/time.ts';
import { shortValue } from '../../format/value.ts';
import { CodeBox } from '../../parts/code-box.tsx';
import { recordWords } from '../../parts/record-words.ts';
import { Shape } from '../../parts/shape.tsx';
import { useGo } from '../../shell/use-go.ts';
import classes from './activity.module.css';

const WORDS: Record<Change['state'], string> = {
  made: 'read back',
  stays: 'not made',
  unconfirmed: 'not confirmed',
};

const LOST =
  'The connection to the platform was lost before its answer came. It is not known whether the change was made.';

export function EntryDetail({ entry }: { entry: Entry }) {
  const { changes, error, detail, outcome } = entry;
  return (
    <div className={classes.detail}>
      <div className={classes.detailMain}>
        <h2>{changes.length > 0 ? 'What was asked, what is known' : 'What was written down'}</h2>
        {changes.length > 0 ? (
          <table className={classes.changes}>
            <tbody>
              {changes.map((change) => (
                <tr key={change.field}>
                  <th scope="row">
                    <code>{change.field}</code>
                  </th>
                  <td>{shortValue(change.before)}</td>
                  <td aria-hidden="true">→</td>
                  <td>{shortValue(change.after ?? change.asked)}</td>
                  <td data-state={change.state}>{WORDS[change.state]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <>
            <Told entry={entry} />
            <CodeBox label="The record">{JSON.stringify(detail ?? entry.arguments ?? {}, null, 2)}</CodeBox>
          </>
        )}
        {error && (
          <p className={classes.error} data-unknown={outcome === 'unknown'}>
            <code>{error.code}</code> {error.message ?? (outcome === 'unknown' && LOST)}
          </p>
        )}
        {entry.settled && (
          <p className={classes.error}>
            {entry.settled.words}{' '}
            <span className={classes.quiet}>
              Settled by {entry.settled.who.name}, {exact(entry.settled.at)}.
            </span>
          </p>
        )}
        <MadeByPlan entry={entry} />
        <Look entry={entry} />
      </div>
      <Ids entry={entry} />
    </div>
  );
}

/** Plans and rules in a sentence, with the way to the plan. */
function Told({ entry: { tool, detail, who } }: { entry: Entry }) {
  const words = recordWords(tool, detail);
  const plan = detail?.plan;
  if (words === undefined) return null;
  return (
    <div className={classes.buttons}>
      <span>{`${who.name}: ${words}`}</span>
      {typeof plan === 'string' && <OpenPlan id={plan} />}
    </div>
  );
}

/** Of a change that was planned first: the code that people compared, and who agreed. */
function MadeByPlan({ entry: { plan } }: { entry: Entry }) {
  if (!plan) return null;
  const { id, code, approvedBy } = plan;
  return (
    <div className={classes.buttons}>
      <span>
        Made by plan <code>{code}</code>
        {approvedBy.length > 0 ? `, approved by ${approvedBy.join(' and ')}` : ', which needed no approval'}
      </span>
      <OpenPlan id={id} />
    </div>
  );
}

function OpenPlan({ id }: { id: string }) {
  const go = useGo();
  return (
    <Button size="xs" onClick={() => go(`/approvals/${id}`)}>
      Open the plan
    </Button>
  );
}

const tookS = ({ at, outcomeAt }: Entry) => ((Date.parse(outcomeAt!) - Date.parse(at)) / 1_000).toFixed(1);

function Ids({ entry }: { entry: Entry }) {
  const { all } = useScope();
  const facts: [string, string | null][] = [
    ['Workspace', all.find(({ id }) => id === entry.workspaceId)?.name ?? null],
    [entry.outcomeId === null ? 'Entry' : 'Intent', `#${entry.id} · ${exact(entry.at)}`],
    ['Outcome', entry.outcomeAt && `#${entry.outcomeId} · ${exact(entry.outcomeAt)} (after ${tookS(entry)} s)`],
    ['Request id', entry.requestId],
    ['Platform trace', entry.traceId ?? (entry.channel ? 'none received' : null)],
  ];
  return (
    <dl className={classes.ids}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** For an unknown outcome: a button for the read call that shows whether the change was made, and what it found. */
function Look({ entry: { id, look, workspaceId, channel, tool, arguments: args } }: { entry: Entry }) {
  const go = useGo();
  const queries = useQueryClient();
  const read = () =>
    Promise.all([api.activity, api.attention].map((part) => queries.invalidateQueries(part.pathFilter())));
  const check = useMutation(api.activity.checkNow.mutationOptions({ onSuccess: ({ settled }) => settled && read() }));
  const inPlayground = (name: string, on: string, given: object) =>
    go('/playground', { channel: on, tool: name, arguments: JSON.stringify(given) });
  return (
    <>
      <div className={classes.buttons}>
        {look && workspaceId && (
          <Button
            size="xs"
            variant="filled"
            loading={check.isPending}
            onClick={() => check.mutate({ workspaceId, id })}
          >
            Check now
          </Button>
        )}
        {channel && args && (
          <Button size="xs" onClick={() => inPlayground(look?.tool ?? tool, channel, look?.arguments ?? args)}>
            Open in Playground
          </Button>
        )}
        {look && (
          <span className={classes.quiet}>
            Runs <code>{look.tool}</code>. Do not repeat the change before.
          </span>
        )}
      </div>
      {check.error && <p className={classes.error}>{check.error.message}</p>}
      {check.data && (
        <div role="status">
          <p className={classes.verdict}>
            <Shape kind={SHAPES[check.data.outcome]} size={13} /> {check.data.words}
          </p>
          {look && !check.data.settled && check.data.answer.ok && workspaceId && (
            <SettleByHand workspaceId={workspaceId} id={id} onSettled={read} />
          )}
          {look && (
            <CodeBox label="What the platform shows now">
              {JSON.stringify(check.data.answer.ok ? check.data.answer.result : check.data.answer.error, null, 2)}
            </CodeBox>
          )}
        </div>
      )}
    </>
  );
}

const SHAPES = { applied: 'done', not_applied: 'rejected', unknown: 'unknown' } as const;

interface SettleProps {
  workspaceId: string;
  id: number;
  onSettled(): void;
}

/** Where no answer of the platform is proof, a member says what they have seen there. */
function SettleByHand({ workspaceId, id, onSettled }: SettleProps) {
  const { all } = useScope();
  const settle = useMutation(api.activity.settle.mutationOptions({ onSuccess: onSettled }));
  if (all.find((one) => one.id === workspaceId)?.role === 'viewer') return null;
  const button = (outcome: 'applied' | 'not_applied', words: string) => (
    <Button size="xs" disabled={settle.isPending} onClick={() => settle.mutate({ workspaceId, id, outcome })}>
      {words}
    </Button>
  );
  return (
    <div className={classes.buttons}>
      <span className={classes.quiet}>You have looked yourself:</span>
      {button('applied', 'It was made')}
      {button('not_applied', 'It was not made')}
      {settle.error && <span className={classes.error}>{settle.error.message}</span>}
    </div>
  );
}
