import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import type { Workspace } from '../../api/scope.ts';
import { SecretBox } from '../../parts/secret-box.tsx';
import { Refusal } from '../../shell/outside-page.tsx';
import classes from './set-up.module.css';

export function KeyStep({ workspace, onBack }: { workspace: Workspace; onBack(): void }) {
  const [name, setName] = useState('first-agent');
  const make = useMutation(api.keys.create.mutationOptions());
  const enter = () => window.location.assign('/overview');
  if (make.data) {
    return (
      <>
        <SecretBox
          secret={make.data.key}
          what="key"
          warning="Shown this once. If it is lost, roll the key under API keys; the old one works on for the overlap you choose."
        />
        <div className={classes.buttons}>
          <span />
          <Button variant="filled" onClick={enter}>
            I have stored it
          </Button>
        </div>
      </>
    );
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate({ workspaceId: workspace.id, name: name.trim(), readOnly: false });
      }}
    >
      {make.error && <Refusal title="The key was not made." text={make.error.message} />}
      <TextInput
        label="Name"
        description="Shown in Activity beside everything it does."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.buttons}>
        <Button onClick={onBack}>Back</Button>
        <span style={{ display: 'flex', gap: 8 }}>
          <Button variant="subtle" onClick={enter}>
            Later
          </Button>
          <Button type="submit" variant="filled" loading={make.isPending} disabled={name.trim() === ''}>
            Create key
          </Button>
        </span>
      </div>
    </form>
  );
}
