import { Button, Collapse, Switch } from '@mantine/core';
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
import type { Plan } from './plan-reply.tsx';
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
  const form = useForm(tool, given);
  const { args, wrong, previews } = form;
  const { run, runs } = useRuns(workspace);
  const locked = workspace.role === 'viewer' && tool.access !== 'read';
  const [asking, setAsking] = useState<Sent>();
  const send = (sent: Sent, isForGood: boolean) => (isForGood ? setAsking(sent) : run.mutate(sent));
  const submit = () => {
    if (locked || wrong.length > 0 || run.isPending || asking) return;
    send({ channel: channel.channel, tool: tool.name, args }, !previews && isIrreversible(tool, args));
  };
  const apply = ({ id, cannot_be_undone: forGood = [] }: Plan) =>
    send({ channel: 'workspace', tool: 'apply_plan', args: { plan_id: id } }, forGood.length > 0);
  useHotkeys([['mod+Enter', submit]], []);
  const mode = workspace.modes[channel.channel];
  return (
    <>
      <div className={classes.form}>
        <About tool={tool} mode={mode} onReference={onReference} />
        <ArgumentFields fields={form.fields} typed={form.typed} wrong={wrong} onTyped={form.setTyped} />
        {form.canPreview && <PreviewSwitch on={previews} onChange={form.setPreviews} />}
        <div className={classes.foot}>
          <span>As you, in {workspace.name}</span>
          <Button onClick={() => form.setTyped({})}>Reset</Button>
          <RunButton isOff={locked || wrong.length > 0} isRunning={run.isPending} onClick={submit}>
            {previews ? 'Preview' : 'Run'}
          </RunButton>
        </div>
      </div>
      {asking && (
        <ConfirmRun
          title={tool.title}
          sent={asking}
          workspace={workspace}
          mode={mode ?? null}
          onClose={() => setAsking(undefined)}
          onConfirm={() => {
            setAsking(undefined);
            run.mutate(asking);
          }}
        />
      )}
      <Reply
        channel={channel}
        tool={tool}
        args={args}
        run={runs[0]}
        earlier={runs.slice(1)}
        error={run.error}
        isRunning={run.isPending}
        onApply={locked ? undefined : apply}
      />
    </>
  );
}

interface RunProps {
  isOff: boolean;
  isRunning: boolean;
  onClick(): void;
  children: string;
}

const RunButton = ({ isOff, isRunning, onClick, children }: RunProps) => (
  <Button variant="filled" disabled={isOff} loading={isRunning} onClick={onClick} rightSection={<KeyCap keys="mod↵" />}>
    {children}
  </Button>
);

/** The form of a tool. One that can be previewed is, unless the person has switched that off. */
function useForm(tool: CatalogueTool, given: string | undefined) {
  const all = useMemo(() => fieldsOf(tool).filter(({ name }) => name !== 'workspaceId'), [tool]);
  const canPreview = tool.access !== 'read' && all.some(({ name }) => name === 'preview');
  const fields = useMemo(() => all.filter(({ name }) => !canPreview || name !== 'preview'), [all, canPreview]);
  const [typed, setTyped] = useState<Typed>(() => typedFrom(fields, parsed(given)));
  const [wanted, setPreviews] = useState(() => parsed(given).preview !== false);
  const previews = canPreview && wanted;
  const { args, wrong } = argumentsOf(fields, typed);
  return {
    fields,
    typed,
    setTyped,
    wrong,
    canPreview,
    previews,
    setPreviews,
    args: canPreview ? { ...args, preview: previews } : args,
  };
}

const PreviewSwitch = ({ on, onChange }: { on: boolean; onChange(on: boolean): void }) => (
  <Switch
    className={classes.previews}
    label="Preview first"
    description={on ? 'Nothing is sent; the answer is a plan that you can apply.' : 'The change is made at once.'}
    checked={on}
    onChange={(event) => onChange(event.currentTarget.checked)}
  />
);

interface Sent {
  channel: string;
  tool: string;
  args: Record<string, unknown>;
}

/** Runs a tool, and keeps the last ten runs with their answers. */
function useRuns(workspace: Workspace) {
  const [runs, setRuns] = useState<Run[]>([]);
  const run = useMutation({
    mutationFn: async ({ channel, tool, args }: Sent) => {
      const startedAt = performance.now();
      const answer = await client.tools.run.mutate({ workspaceId: workspace.id, channel, tool, arguments: args });
      return { answer, tool, args, tookMs: performance.now() - startedAt, at: new Date().toISOString() };
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

interface ConfirmProps extends Pick<Props, 'workspace'> {
  title: string;
  sent: Sent;
  mode: Mode | null;
  onClose(): void;
  onConfirm(): void;
}

function ConfirmRun({ title, sent: { tool, args }, workspace, mode, onClose, onConfirm }: ConfirmProps) {
  return (
    <Dialog
      opened
      onClose={onClose}
      size={480}
      title={`${title}?`}
      about={`In ${workspace.name}. It cannot be undone.`}
      mode={mode}
      actions={
        <>
          <Button onClick={onClose}>Keep as it is</Button>
          <Button variant="filled" color="red" onClick={onConfirm}>
            Run {tool}
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
