import { Button, Collapse } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronRight } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { isIrreversible } from '../../../src/tools/irreversible-calls.ts';
import { client } from '../../api/client.ts';
import type { Workspace } from '../../api/scope.ts';
import { plural } from '../../format/number.ts';
import { CodeBox } from '../../parts/code-box.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { KeyCap } from '../../parts/key-cap.tsx';
import { type Mode, ModeTag } from '../../parts/mode-tag.tsx';
import { Tag } from '../../parts/tag.tsx';
import { ArgumentField } from './argument-field.tsx';
import { argumentsOf, type Field, fieldsOf, type Typed, typedFrom } from './fields.ts';
import classes from './playground.module.css';
import { Reply, type Run } from './reply.tsx';
import type { CatalogueChannel, CatalogueTool } from './types.ts';

interface Props {
  workspace: Workspace;
  channel: CatalogueChannel;
  tool: CatalogueTool;
  /** Arguments from the URL, as JSON. */
  given: string | undefined;
  onReference(): void;
}

/** The number of fields shown at first; a link opens the others. */
const SHOWN = 5;

export function TryTool({ workspace, channel, tool, given, onReference }: Props) {
  const fields = useMemo(() => fieldsOf(tool).filter(({ name }) => name !== 'workspaceId'), [tool]);
  const [typed, setTyped] = useState<Typed>(() => typedFrom(fields, parsed(given)));
  const { args, wrong } = argumentsOf(fields, typed);
  const { run, runs } = useRuns(workspace, channel, tool, args);
  const mode = workspace.modes[channel.channel];
  const locked = workspace.role === 'viewer' && tool.access !== 'read';
  const [asking, setAsking] = useState(false);
  const submit = () => {
    if (locked || wrong.length > 0 || run.isPending || asking) return;
    if (isIrreversible(tool, args)) setAsking(true);
    else run.mutate();
  };
  useHotkeys([['mod+Enter', submit]], []);
  return (
    <>
      <div className={classes.form}>
        <About tool={tool} mode={mode} onReference={onReference} />
        <ArgumentFields fields={fields} typed={typed} wrong={wrong} onTyped={setTyped} />
        <div className={classes.foot}>
          <span>As you, in {workspace.name}</span>
          <Button onClick={() => setTyped({})}>Reset</Button>
          <Button
            variant="filled"
            disabled={locked || wrong.length > 0}
            loading={run.isPending}
            onClick={submit}
            rightSection={<KeyCap keys="mod↵" />}
          >
            Run
          </Button>
        </div>
      </div>
      {asking && (
        <ConfirmRun
          tool={tool}
          args={args}
          workspace={workspace}
          mode={mode ?? null}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            run.mutate();
          }}
        />
      )}
      <Reply channel={channel} tool={tool} args={args} run={runs[0]} earlier={runs.slice(1)} error={run.error} />
    </>
  );
}

/** Runs the tool, and keeps the last ten runs with their answers. */
function useRuns(workspace: Workspace, channel: CatalogueChannel, tool: CatalogueTool, args: Record<string, unknown>) {
  const [runs, setRuns] = useState<Run[]>([]);
  const run = useMutation({
    mutationFn: async () => {
      const startedAt = performance.now();
      const answer = await client.tools.run.mutate({
        workspaceId: workspace.id,
        channel: channel.channel,
        tool: tool.name,
        arguments: args,
      });
      return { answer, tool: tool.name, args, tookMs: performance.now() - startedAt, at: new Date().toISOString() };
    },
    onSuccess: (made) => setRuns((before) => [made, ...before].slice(0, 10)),
  });
  return { run, runs };
}

function About({ tool, mode, onReference }: Pick<Props, 'tool' | 'onReference'> & { mode: Mode | null | undefined }) {
  return (
    <div className={classes.about}>
      <h2>{tool.title}</h2>
      <p>{tool.description}</p>
      <div className={classes.tags}>
        {mode !== undefined && <ModeTag mode={mode} />}
        <Tag tone={tool.access === 'read' ? 'plain' : 'warn'}>{tool.access}</Tag>
        <Tag>{tool.repeat === 'safe' ? 'safe to repeat' : 'never repeated by us'}</Tag>
        <Tag>{tool.access === 'read' ? '1 point' : '3 points'}</Tag>
        <Button size="xs" variant="transparent" color="helm" onClick={onReference}>
          Reference
        </Button>
      </div>
    </div>
  );
}

interface FieldsProps {
  fields: readonly Field[];
  typed: Typed;
  wrong: readonly string[];
  onTyped(change: (before: Typed) => Typed): void;
}

/** The required arguments, the first ones and those filled in; a button opens the others. */
function ArgumentFields({ fields, typed, wrong, onTyped }: FieldsProps) {
  const [more, setMore] = useState(false);
  const first = fields.filter(({ required, name }, index) => required || index < SHOWN || typed[name] !== undefined);
  const others = fields.filter((field) => !first.includes(field));
  const field = (one: Field) => (
    <ArgumentField
      key={one.name}
      field={one}
      wrong={wrong.includes(one.name)}
      value={typed[one.name]}
      onChange={(value) => onTyped((before) => ({ ...before, [one.name]: value }))}
    />
  );
  return (
    <div className={classes.fields} tabIndex={0} role="region" aria-label="Arguments">
      {first.map(field)}
      {others.length > 0 && (
        <>
          <Button
            variant="subtle"
            size="xs"
            className={classes.more}
            leftSection={<IconChevronRight style={{ rotate: more ? '90deg' : undefined }} />}
            aria-expanded={more}
            onClick={() => setMore(!more)}
          >
            {plural(others.length, 'more argument')}
          </Button>
          <Collapse expanded={more}>
            <div className={classes.others}>{others.map(field)}</div>
          </Collapse>
        </>
      )}
    </div>
  );
}

interface ConfirmProps extends Pick<Props, 'tool' | 'workspace'> {
  args: Record<string, unknown>;
  mode: Mode | null;
  onClose(): void;
  onConfirm(): void;
}

function ConfirmRun({ tool, args, workspace, mode, onClose, onConfirm }: ConfirmProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      size={480}
      title={`${tool.title}?`}
      about={`In ${workspace.name}. It cannot be undone.`}
      mode={mode}
      actions={
        <>
          <Button onClick={onClose}>Keep as it is</Button>
          <Button variant="filled" color="red" onClick={onConfirm}>
            Run {tool.name}
          </Button>
        </>
      }
    >
      <CodeBox label="Arguments of the call">{JSON.stringify(args, null, 2)}</CodeBox>
    </Dialog>
  );
}

function parsed(text: string | undefined): Record<string, unknown> {
  try {
    return text ? (JSON.parse(text) as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
