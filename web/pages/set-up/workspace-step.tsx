import { Button, Select, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client } from '../../api/client.ts';
import type { Workspace } from '../../api/scope.ts';
import { Refusal } from '../../shell/outside-page.tsx';
import classes from './set-up.module.css';

const CURRENCIES = [...new Set(['USD', 'EUR', 'GBP', 'JPY', ...Intl.supportedValuesOf('currency')])];

/** Renames the workspace that the service made on its first start, or creates one if there is none. */
export function WorkspaceStep({ workspace, onDone }: { workspace: Workspace | undefined; onDone(): void }) {
  const [name, setName] = useState(workspace?.name ?? '');
  const [currency, setCurrency] = useState(workspace?.currency ?? 'USD');
  const save = useMutation({
    mutationFn: async () => {
      if (!workspace) return void (await client.workspaces.create.mutate({ name, currency }));
      if (name !== workspace.name) await client.workspaces.rename.mutate({ workspaceId: workspace.id, name });
    },
    onSuccess: onDone,
  });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {save.error && <Refusal title="The workspace was not changed." text={save.error.message} />}
      <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <Select
        label="Currency"
        description="What the workspace is thought of in. Numbers always stay in the currency of their account."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        searchable
        disabled={workspace !== undefined}
        data={CURRENCIES}
        value={currency}
        onChange={(chosen) => setCurrency(chosen ?? 'USD')}
      />
      <div className={classes.buttons}>
        <span />
        <Button type="submit" variant="filled" loading={save.isPending} disabled={name.trim() === ''}>
          Continue
        </Button>
      </div>
    </form>
  );
}
