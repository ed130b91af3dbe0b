import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { AccountFields, isComplete } from '../../parts/account-fields.tsx';
import classes from '../../shell/outside.module.css';
import { Outside, Refusal } from '../../shell/outside-page.tsx';

export default function InvitationPage() {
  const { token = '' } = useSearch({ strict: false }) as { token?: string };
  const { data, error } = useQuery(api.session.invitation.queryOptions({ token }));
  const accept = useMutation(
    api.session.acceptInvitation.mutationOptions({ onSuccess: () => window.location.assign('/overview') }),
  );
  const [account, setAccount] = useState({ name: '', email: '', password: '' });
  if (error) return <Gone text={error.message} />;
  if (!data) return null;
  if (!data.valid)
    return <Gone text="It was used, is too old, or was never made. Ask the owner who sent it for another." />;
  const value = { ...account, email: data.email ?? account.email };
  const place = data.workspace ? `${data.workspace} of ${data.organization}` : data.organization;
  return (
    <Outside
      title={`Join ${place ?? 'Adhelm'}`}
      about={`${data.invitedBy ?? 'An owner'} invites you as ${data.role ?? 'member'}.${data.known ? ' You have an account: its password opens this.' : ''}`}
    >
      {accept.error && <Refusal title="You were not let in." text={accept.error.message} />}
      <form
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          const { name, email, password } = value;
          accept.mutate({ token, password, email, ...(!data.known && { name }) });
        }}
      >
        <AccountFields value={value} onChange={setAccount} emailFixed={data.email !== null} withName={!data.known} />
        <Button
          type="submit"
          variant="filled"
          fullWidth
          loading={accept.isPending}
          disabled={!isComplete(value, !data.known)}
        >
          Join
        </Button>
      </form>
    </Outside>
  );
}

const Gone = ({ text }: { text: string }) => (
  <Outside title="This invitation does not open anything" about={text}>
    <Button component="a" href="/sign-in" fullWidth>
      Go to sign-in
    </Button>
  </Outside>
);
