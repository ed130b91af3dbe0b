import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, isApiError } from '../../api/client.ts';
import { Outside } from '../../shell/outside-page.tsx';
import { AccountStep } from './account-step.tsx';
import { BeginStep } from './begin-step.tsx';
import { Frame, type Step } from './frame.tsx';
import { KeyStep } from './key-step.tsx';
import { WorkspaceStep } from './workspace-step.tsx';

const TITLES = [
  {
    title: 'Make your account',
    about: 'You will own this organization: you invite others and decide what they may do.',
  },
  {
    title: 'Name the workspace',
    about: 'A workspace holds one set of connections and keys: a brand, a market or a client.',
  },
  {
    title: 'Where would you like to begin?',
    about: 'You can change this for each channel at any time. Sandbox and live numbers are never mixed.',
  },
  {
    title: 'Make the first key',
    about: 'An agent or a program calls Adhelm with it. You can do this later under API keys.',
  },
];

/** First set-up, from the one-time link to the first key. A reload after the account was made continues with step two. */
export default function SetUpPage() {
  const { link = '' } = useSearch({ strict: false }) as { link?: string };
  const state = useQuery({ ...api.session.setUpState.queryOptions({ link }), staleTime: Number.POSITIVE_INFINITY });
  const me = useQuery({ ...api.session.me.queryOptions(), retry: false });
  const [at, setAt] = useState(0);
  const signedIn = me.data !== undefined && !isApiError(me.error);
  const step = at === 0 && signedIn && state.data?.valid === false ? 1 : at;

  if (state.error) return <UsedUp about={state.error.message} />;
  if (!state.data) return null;
  if (!state.data.valid && !signedIn) return <UsedUp />;
  const workspace = me.data?.workspaces.find(({ archived }) => !archived);
  const steps: Step[] = [
    { name: 'Your account', about: me.data ? `${me.data.person.email}, owner` : 'Name, e-mail, password' },
    {
      name: 'Workspace',
      about: step > 1 && workspace ? `${workspace.name} · ${workspace.currency}` : 'Name and currency',
    },
    { name: 'Where to begin', about: 'Sandbox or live' },
    { name: 'First key', about: 'For an agent or a program' },
  ];
  const next = async () => {
    await me.refetch();
    setAt(step + 1);
  };
  return (
    <Frame steps={steps} at={step} {...TITLES[step]!}>
      {step === 0 && <AccountStep link={link} state={state.data} onDone={() => void next()} />}
      {step === 1 && me.data && <WorkspaceStep workspace={workspace} onDone={() => void next()} />}
      {step === 2 && workspace && <BeginStep workspace={workspace} onBack={() => setAt(1)} onDone={() => setAt(3)} />}
      {step === 3 && workspace && <KeyStep workspace={workspace} onBack={() => setAt(2)} />}
    </Frame>
  );
}

const USED_UP =
  'It was used, is too old, or was never made. Whoever runs the service makes another with adhelm user link.';

const UsedUp = ({ about = USED_UP }: { about?: string }) => (
  <Outside title="This link does not open anything" about={about}>
    <Button component="a" href="/sign-in" fullWidth>
      Go to sign-in
    </Button>
  </Outside>
);
