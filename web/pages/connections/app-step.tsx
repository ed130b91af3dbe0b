import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { api } from '../../api/client.ts';
import type { Workspace } from '../../api/scope.ts';
import { channelName } from '../../parts/channels.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Problem } from '../../parts/problem.tsx';
import classes from './connections.module.css';
import { RedirectAddress } from './redirect-address.tsx';
import { Steps } from './steps.tsx';

type Frame = Omit<ComponentProps<typeof Dialog>, 'children'>;

interface Props {
  frame: Frame;
  workspace: Workspace;
  channel: string;
  mode: 'live' | 'sandbox';
}

/** Asks for the operator's own OAuth app (live only; the sandbox has one), then sends the browser to the platform. */
export function AppStep({ frame, workspace, channel, mode }: Props) {
  const { data: fields } = useQuery(api.connections.fields.queryOptions({ channel }));
  const [id, setId] = useState('');
  const [secret, setSecret] = useState('');
  const begin = useMutation(
    api.connections.begin.mutationOptions({ onSuccess: ({ redirectTo }) => window.location.assign(redirectTo) }),
  );
  const app = id.trim() !== '' && secret.trim() !== '' ? { id, secret } : undefined;
  const submit = () =>
    begin.mutate({ workspaceId: workspace.id, channel, mode, ...(mode === 'live' && app && { app }) });
  return (
    <Dialog
      {...frame}
      actions={
        <>
          <Button onClick={frame.onClose}>Cancel</Button>
          <Button variant="filled" onClick={submit} loading={begin.isPending || begin.isSuccess}>
            Sign in at {channelName(channel)}
          </Button>
        </>
      }
    >
      <Steps at={mode === 'live' ? 0 : 1} />
      {begin.error && <Problem title="The sign-in did not begin" text={begin.error.message} />}
      {mode === 'sandbox' ? (
        <p className={classes.text}>
          The sandbox has its own sign-in page and its own people. You come back here and choose the account; nothing
          reaches a real platform.
        </p>
      ) : (
        <div className={classes.form}>
          <p className={classes.text}>
            Your own app at the platform, registered with the address below. Left empty, the app of the connection that
            stands is used.
          </p>
          <TextInput label="App id" value={id} onChange={(event) => setId(event.currentTarget.value)} data-autofocus />
          <PasswordInput
            label="App secret"
            description="Stored encrypted, never shown again."
            inputWrapperOrder={['label', 'input', 'description']}
            autoComplete="off"
            value={secret}
            onChange={(event) => setSecret(event.currentTarget.value)}
          />
          {fields?.signIn && <RedirectAddress address={fields.signIn.redirectUri} />}
        </div>
      )}
    </Dialog>
  );
}
