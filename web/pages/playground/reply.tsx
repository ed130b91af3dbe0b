import { Button, Card, CopyButton, SegmentedControl } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';
import { plural } from '../../format/number.ts';
import { clock } from '../../format/time.ts';
import { CodeBox } from '../../parts/code-box.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { Outcome } from '../../parts/outcome.tsx';
import { Problem } from '../../parts/problem.tsx';
import { Shape } from '../../parts/shape.tsx';
import { CALLS } from './calls.ts';
import { type Plan, PlanReply, planOf } from './plan-reply.tsx';
import classes from './playground.module.css';
import { ReplyTable } from './reply-table.tsx';
import { longestList } from './table-of.ts';
import type { Answer, CatalogueChannel, CatalogueTool } from './types.ts';

export interface Run {
  answer: Answer;
  tool: string;
  args: Record<string, unknown>;
  tookMs: number;
  at: string;
}

interface Props {
  channel: CatalogueChannel;
  tool: CatalogueTool;
  args: Record<string, unknown>;
  run: Run | undefined;
  earlier: readonly Run[];
  error: { message: string } | null;
  isRunning: boolean;
  /** Undefined: this person may not. */
  onApply: ((plan: Plan) => void) | undefined;
}

export function Reply({ channel, tool, args, run, earlier, error, isRunning, onApply }: Props) {
  const [as, setAs] = useState('curl');
  const call = CALLS.find(({ name }) => name === as) ?? CALLS[0]!;
  const text = call.write({ origin: window.location.origin, address: channel.address, tool: tool.name, args });
  return (
    <div className={classes.reply} aria-live="polite">
      <Failed error={error} title="The call did not get through" />
      {!error && run && <Answered run={run} isRunning={isRunning} onApply={onApply} />}
      <div className={classes.replyHead}>
        <SegmentedControl aria-label="Copy as" data={CALLS.map(({ name }) => name)} value={as} onChange={setAs} />
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button size="xs" onClick={copy} leftSection={copied ? <IconCheck /> : <IconCopy />}>
              {copied ? 'Copied' : `Copy as ${as}`}
            </Button>
          )}
        </CopyButton>
      </div>
      <CodeBox label={`The call as ${as}`}>{text}</CodeBox>
      {earlier.length > 0 && <Earlier runs={earlier} />}
    </div>
  );
}

function Answered({
  run: { answer, tookMs },
  isRunning,
  onApply,
}: Pick<Props, 'isRunning' | 'onApply'> & { run: Run }) {
  const [view, setView] = useState('Table');
  const plan = planOf(answer);
  return (
    <>
      <div className={classes.replyHead}>
        <Outcome outcome={answer.ok ? 'applied' : 'not_applied'}>{answer.ok ? 'Answered' : answer.error.code}</Outcome>
        <span className={classes.quiet}>
          {Math.round(tookMs)} ms{answer.ok && rowsOf(answer.result)} · <code>{answer.requestId}</code>
        </span>
        {answer.ok && (
          <SegmentedControl aria-label="Show the reply as" data={['Table', 'JSON']} value={view} onChange={setView} />
        )}
      </div>
      {!answer.ok && (
        <Problem
          title={answer.error.outcome === 'unknown' ? 'What came of it is not known' : 'Nothing was changed'}
          text={`${answer.error.message} ${answer.error.next_step}`}
          unknown={answer.error.outcome === 'unknown'}
          code={answer.error.code}
          requestId={answer.requestId}
          {...traceOf(answer.error.upstream)}
        />
      )}
      {plan && view === 'Table' && <PlanReply plan={plan} isApplying={isRunning} onApply={onApply} />}
      {answer.ok && !plan && view === 'Table' && <ReplyTable result={answer.result} />}
      {answer.ok && view === 'JSON' && <CodeBox label="The reply">{JSON.stringify(answer.result, null, 2)}</CodeBox>}
    </>
  );
}

function Earlier({ runs }: { runs: readonly Run[] }) {
  return (
    <>
      <h3 className={classes.earlierTitle}>Earlier in this session</h3>
      <Card>
        <ul className={classes.earlier}>
          {runs.map(({ answer, tool, tookMs, at }) => (
            <li key={at}>
              <Shape kind={answer.ok ? 'done' : 'refused'} size={12} />
              <code>{tool}</code>
              <span className={classes.quiet}>{answer.ok ? `${Math.round(tookMs)} ms` : answer.error.message}</span>
              <span className={classes.quiet}>{clock(at)}</span>
            </li>
          ))}
        </ul>
      </Card>
    </>
  );
}

function rowsOf(result: Record<string, unknown>): string {
  const list = longestList(result);
  return list ? ` · ${plural(list.rows.length, 'row')}` : '';
}

function traceOf(upstream: unknown): { trace?: string } {
  const id = (upstream as { trace_id?: unknown } | undefined)?.trace_id;
  return typeof id === 'string' ? { trace: id } : {};
}
