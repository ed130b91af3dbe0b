import { Button, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { inferRouterOutputs } from '@trpc/server';
import { useState } from 'react';
import type { Api } from '../../../src/web/api/router.ts';
import { api } from '../../api/client.ts';
import { AccountFields, isComplete } from '../../parts/account-fields.tsx';
import { Refusal } from '../../shell/outside-page.tsx';
import classes from './set-up.module.css';

interface Props {
  link: string;
  state: inferRouterOutputs<Api>['session']['setUpState'];
  onDone(): void;
}

export function AccountStep({ link, state, onDone }: Props) {
  const [account, setAccount] = useState({ name: '', email: state.email ?? '', password: '' });
  const [organization, setOrganization] = useState(state.organization ?? '');
  const make = useMutation(api.session.setUp.mutationOptions({ onSuccess: onDone }));
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        make.mutate({
          link,
          ...account,
          ...(state.first && organization.trim() && { organization: organization.trim() }),
        });
      }}
    >
      {make.error && <Refusal title="The account was not made." text={make.error.message} />}
      {state.first && (
        <TextInput
          label="Organization"
          autoComplete="organization"
          value={organization}
          onChange={(event) => setOrganization(event.currentTarget.value)}
        />
      )}
      <AccountFields value={account} onChange={setAccount} emailFixed={state.email !== null} />
      <div className={classes.buttons}>
        <span />
        <Button type="submit" variant="filled" loading={make.isPending} disabled={!isComplete(account)}>
          {state.known ? 'Set the password' : 'Make the account'}
        </Button>
      </div>
    </form>
  );
}
