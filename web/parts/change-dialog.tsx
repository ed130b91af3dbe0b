import { Button } from '@mantine/core';
import { IconArrowRight, IconEye } from '@tabler/icons-react';
import { Fragment, type ReactNode, useState } from 'react';
import { CodeBox } from './code-box.tsx';
import classes from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { KeyCap } from './key-cap.tsx';
import type { Mode } from './mode-tag.tsx';
import { Problem } from './problem.tsx';
import type { WriteProblem } from './problem-of.ts';

interface Props {
  onClose(): void;
  title: string;
  /** The name of the object to be changed. */
  about: string;
  before: ReactNode;
  /** The new value, or the field it is typed into. */
  after: ReactNode;
  facts: readonly { label: string; value: ReactNode }[];
  /** The tool call exactly as it will be sent. */
  request: { tool: string; arguments: object };
  mode: Mode;
  verb: string;
  /** The text of the cancel button, which names the old value: `Keep $920.00`. */
  keep: string;
  ready?: boolean;
  busy?: boolean;
  problem: WriteProblem | null;
  onConfirm(): void;
}

/** What will happen, said before it does: object, before and after, account, live or sandbox, the most it can cost, the tool. */
export function ChangeDialog(props: Props) {
  const { onClose, title, about, before, after, facts, request, mode, verb, keep, problem, onConfirm } = props;
  const { ready = true, busy = false } = props;
  const [shown, setShown] = useState(false);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={title}
      about={about}
      mode={mode}
      size={480}
      footStart={
        <Button variant="subtle" size="xs" leftSection={<IconEye />} onClick={() => setShown(!shown)}>
          {shown ? 'Hide the request' : 'Show the request'}
        </Button>
      }
      actions={
        <>
          <Button onClick={onClose}>{keep}</Button>
          <Button
            variant="filled"
            onClick={onConfirm}
            disabled={!ready}
            loading={busy}
            rightSection={<KeyCap keys="mod↵" onAccent />}
          >
            {verb}
          </Button>
        </>
      }
    >
      {problem && (
        <div style={{ marginBottom: 12 }}>
          <Problem {...problem} />
        </div>
      )}
      <BeforeAfter before={before} after={after} />
      <Facts facts={facts} tool={request.tool} />
      {shown && (
        <div style={{ marginTop: 12 }}>
          <CodeBox label="The request">{JSON.stringify(request, null, 2)}</CodeBox>
        </div>
      )}
    </Dialog>
  );
}

function BeforeAfter({ before, after }: Pick<Props, 'before' | 'after'>) {
  return (
    <div className={classes.beforeAfter}>
      <div>
        <div className={classes.label}>Now</div>
        <div className={classes.before}>{before}</div>
      </div>
      <IconArrowRight className={classes.arrow} size={16} aria-hidden="true" />
      <div>
        <div className={classes.label}>After</div>
        <div className={classes.after}>{after}</div>
      </div>
    </div>
  );
}

function Facts({ facts, tool }: Pick<Props, 'facts'> & { tool: string }) {
  return (
    <dl className={classes.facts}>
      {facts.map(({ label, value }) => (
        <Fragment key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
      <dt>Sent as</dt>
      <dd>
        <code style={{ fontSize: 'var(--t-sm)' }}>{tool}</code> in your name
      </dd>
    </dl>
  );
}
