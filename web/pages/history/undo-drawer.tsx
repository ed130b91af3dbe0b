import { ActionIcon, Button, Drawer, Skeleton } from '@mantine/core';
import { IconEye, IconX } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { callTool, ToolFailure } from '../../api/call-tool.ts';
import { api } from '../../api/client.ts';
import type { UndoneField, UndoReport } from '../../api/history.ts';
import { plural } from '../../format/number.ts';
import { shortValue } from '../../format/value.ts';
import { CodeBox } from '../../parts/code-box.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { KeyCap } from '../../parts/key-cap.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Shape, type ShapeKind } from '../../parts/shape.tsx';
import { Tag } from '../../parts/tag.tsx';
import classes from './history.module.css';

export interface Undoing {
  workspaceId: string;
  /** Of the change, or of the call that has undone it, which is done again. */
  asked: { change_id: string } | { call_id: string };
  verb: 'Undo' | 'Redo';
  title: string;
}

const previewOf = ({ workspaceId, asked }: Undoing) =>
  callTool<UndoReport>({ workspaceId, channel: 'workspace', tool: 'undo_change', arguments: { ...asked } });

/** Makes the very plans that were shown, in their order; one that fails or has to wait does not keep the others back. */
async function applied({ workspaceId }: Undoing, report: UndoReport): Promise<UndoReport> {
  const plans: UndoReport['plans'] = [];
  for (const one of report.plans) {
    const call = { workspaceId, channel: 'workspace', tool: 'apply_plan', arguments: { plan_id: one.plan.id } };
    const error = await callTool(call).then(
      () => undefined,
      (thrown: unknown) => {
        if (!(thrown instanceof ToolFailure)) throw thrown;
        const { code, message, next_step } = thrown.details;
        return { code, message, next_step };
      },
    );
    plans.push(error ? { ...one, error } : { ...one, plan: { ...one.plan, state: 'applied' } });
  }
  return { ...report, plans };
}

/** The preview of an undo: nothing is sent until its button is pressed. */
export function UndoDrawer({ undoing, onClose }: { undoing: Undoing; onClose(): void }) {
  const queries = useQueryClient();
  const preview = useQuery({
    queryKey: ['undo', undoing.workspaceId, undoing.asked],
    queryFn: () => previewOf(undoing),
    // Each preview is a plan of its own, so it is made once.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const apply = useMutation({
    mutationFn: (report: UndoReport) => applied(undoing, report),
    onSettled: () => Promise.all([api.history, api.activity].map((one) => queries.invalidateQueries(one.pathFilter()))),
  });
  const report = apply.data ?? preview.data;
  const going = apply.data ? 0 : fieldsOf(preview.data).filter(isGoing).length;
  const press = () => preview.data && going > 0 && !apply.isPending && apply.mutate(preview.data);
  useVerbKey(press);
  return (
    <Drawer.Root opened onClose={onClose} position="right" size="min(640px, 100vw)" trapFocus>
      <Drawer.Overlay />
      <Drawer.Content aria-label={undoing.title} classNames={{ content: classes.content }}>
        <div className={classes.head}>
          {report && <Tag>{COVERAGE[report.undo]}</Tag>}
          <span className={classes.quiet}>{apply.data ? 'done' : 'nothing has been sent yet'}</span>
          <ActionIcon onClick={onClose} aria-label="Close">
            <IconX size={16} />
          </ActionIcon>
        </div>
        <Drawer.Body className={classes.body}>
          <h2 className={classes.title}>{undoing.title}</h2>
          {preview.isPending && <Skeleton h={160} mt={14} />}
          <Failed error={preview.error} title="It cannot be undone" />
          <Failed error={apply.error} title="It was not undone" />
          {report && <Report report={report} />}
        </Drawer.Body>
        {report && (
          <Foot report={report} onClose={onClose} isDone={apply.data !== undefined}>
            {going > 0 && (
              <Button
                variant="filled"
                loading={apply.isPending}
                onClick={press}
                rightSection={<KeyCap keys="mod↵" onAccent />}
              >
                {undoing.verb} {plural(going, 'field')}
              </Button>
            )}
          </Foot>
        )}
      </Drawer.Content>
    </Drawer.Root>
  );
}

const COVERAGE = { full: 'Full', partial: 'Partial', none: 'None' };
const GOING: readonly UndoneField['will_be'][] = ['undone', 'lowest_allowed', 'nearest'];
const isGoing = ({ will_be }: UndoneField) => GOING.includes(will_be);
const fieldsOf = (report: UndoReport | undefined) => report?.changes.flatMap(({ fields }) => fields) ?? [];

function Report({ report }: { report: UndoReport }) {
  const fields = fieldsOf(report);
  const changed = fields.filter(({ will_be }) => will_be === 'changed_since').length;
  const impossible = fields.filter(({ will_be }) => will_be === 'impossible').length;
  const stays = [...new Set(report.changes.flatMap((change) => change.stays))];
  return (
    <>
      <p className={classes.quiet}>{report.plans.map(({ plan }) => `plan ${plan.code} is ${plan.state}`).join(', ')}</p>
      <dl className={classes.counts}>
        <Figure name="Goes back">{`${plural(fields.filter(isGoing).length, 'field')} of ${fields.length}`}</Figure>
        <Figure name="Left alone">{`${plural(changed, 'field')} changed since`}</Figure>
        <Figure name="Impossible">{plural(impossible, 'field')}</Figure>
      </dl>
      {report.plans.map(
        ({ plan, error }) =>
          error && <Problem key={plan.id} title={error.message} text={error.next_step} code={error.code} />,
      )}
      <Fields fields={fields} />
      <ul className={classes.stays}>
        {stays.map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    </>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
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

function Fields({ fields }: { fields: readonly UndoneField[] }) {
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
      <tbody>
        {fields.map((one) => (
          <Fragment key={`${one.object} ${one.field}`}>
            <tr>
              <td>
                <code>{one.field ?? 'all of it'}</code>
              </td>
              <td>{shortValue(one.now)}</td>
              <td>{isGoing(one) ? <strong>{shortValue(one.back_to)}</strong> : 'stays'}</td>
              <td>
                <span className={classes.will}>
                  <Shape kind={WILL[one.will_be].shape} size={12} /> {WILL[one.will_be].words}
                </span>
              </td>
            </tr>
            {one.why !== undefined && (
              <tr data-why="true">
                <td colSpan={4}>{one.why}</td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

interface FootProps {
  report: UndoReport;
  isDone: boolean;
  onClose(): void;
  children: ReactNode;
}

function Foot({ report, isDone, onClose, children }: FootProps) {
  const [shown, setShown] = useState(false);
  const requests = report.plans.map(({ plan }) => plan.request);
  return (
    <>
      {shown && (
        <div className={classes.body}>
          <CodeBox label="The requests">{JSON.stringify(requests, null, 2)}</CodeBox>
        </div>
      )}
      <div className={classes.foot}>
        {requests.length > 0 ? (
          <Button variant="subtle" size="xs" leftSection={<IconEye />} onClick={() => setShown(!shown)}>
            {shown ? 'Hide' : 'Show'} the {plural(requests.length, 'request')}
          </Button>
        ) : (
          <span />
        )}
        <Button onClick={onClose}>{isDone ? 'Close' : 'Keep all as it is'}</Button>
        {children}
      </div>
    </>
  );
}

/** ⌘↵ presses the button from anywhere in the drawer. */
function useVerbKey(press: () => unknown): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      // A repeat comes from the key press that opened the drawer, and must not confirm it.
      if (event.key === 'Enter' && !event.repeat && (event.metaKey || event.ctrlKey)) press();
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  });
}
