import { Button, PasswordInput, SegmentedControl, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { api } from '../../api/client.ts';
import type { Workspace } from '../../api/scope.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import classes from './connections.module.css';
import type { PendingConnection } from './types.ts';

interface Props {
  frame: Omit<ComponentProps<typeof Dialog>, 'children'>;
  workspace: Workspace;
  channel: string;
  onPending(pending: PendingConnection): void;
}

export function PasteStep({ frame, workspace, channel, onPending }: Props) {
  const { data: fields } = useQuery(api.connections.fields.queryOptions({ channel }));
  const [mode, setMode] = useState<'live' | 'sandbox'>('live');
  const [way, setWay] = useState(0);
  const [values, setValues] = useState<Record<string, string>>({});
  const paste = useMutation(api.connections.paste.mutationOptions({ onSuccess: onPending }));
  const asked = fields?.ways[way]?.fields ?? [];
  const filled = (names: readonly { name: string }[]) =>
    Object.fromEntries(names.flatMap(({ name }) => (values[name]?.trim() ? [[name, values[name].trim()]] : [])));
  const credentials = filled(asked);
  const options = filled(fields?.options ?? []);
  const ready = mode === 'sandbox' || asked.every(({ name, required }) => !required || credentials[name]);
  const failure = paste.data?.failure;
  const refusal = paste.error?.message ?? (failure && `${failure.message} ${failure.nextStep}`);
  const submit = () =>
    paste.mutate({
      workspaceId: workspace.id,
      channel,
      mode,
      ...(Object.keys(credentials).length > 0 && { credentials }),
      ...(Object.keys(options).length > 0 && { options }),
    });
  return (
    <Dialog
      {...frame}
      mode={mode}
      actions={
        <>
          <Button onClick={frame.onClose}>Cancel</Button>
          <Button variant="filled" onClick={submit} disabled={!ready} loading={paste.isPending}>
            Ask who this is
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        {refusal && <Problem title="Nothing was connected" text={refusal} />}
        <Choices fields={fields} mode={mode} onMode={setMode} way={way} onWay={setWay} />
        {[...asked, ...(fields?.options ?? [])].map(({ name, meaning, required, secret }) => {
          const Field = secret ? PasswordInput : TextInput;
          return (
            <Field
              key={name}
              label={name}
              description={meaning}
              inputWrapperOrder={['label', 'input', 'description']}
              required={required && mode === 'live'}
              autoComplete="off"
              value={values[name] ?? ''}
              onChange={(event) => setValues({ ...values, [name]: event.currentTarget.value })}
            />
          );
        })}
        {mode === 'sandbox' && (
          <p className={classes.text}>Left empty, the credentials of a company the sandbox was made with are used.</p>
        )}
      </div>
    </Dialog>
  );
}

interface ChoicesProps {
  fields: { sandbox: boolean; ways: readonly { title: string }[] } | undefined;
  mode: 'live' | 'sandbox';
  onMode(mode: 'live' | 'sandbox'): void;
  way: number;
  onWay(way: number): void;
}

function Choices({ fields, mode, onMode, way, onWay }: ChoicesProps) {
  return (
    <div className={classes.row}>
      <SegmentedControl
        aria-label="Live or sandbox"
        data={[
          { value: 'live', label: 'Live' },
          { value: 'sandbox', label: 'Sandbox', disabled: fields?.sandbox === false },
        ]}
        value={mode}
        onChange={(chosen) => onMode(chosen === 'sandbox' ? 'sandbox' : 'live')}
      />
      {fields && fields.ways.length > 1 && (
        <SegmentedControl
          aria-label="What you have"
          data={fields.ways.map(({ title }, index) => ({ value: String(index), label: title }))}
          value={String(way)}
          onChange={(chosen) => onWay(Number(chosen))}
        />
      )}
    </div>
  );
}
