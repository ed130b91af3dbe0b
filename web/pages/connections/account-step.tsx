import { Button } from '@mantine/core';
import { type ComponentProps, useState } from 'react';
import { plural } from '../../format/number.ts';
import { dayWithYear } from '../../format/time.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Failed } from '../../parts/failure-notice.tsx';
import { Shape } from '../../parts/shape.tsx';
import { AccountChoice } from './account-choice.tsx';
import classes from './connections.module.css';
import { Steps } from './steps.tsx';
import type { PendingConnection } from './types.ts';

interface Props {
  frame: Omit<ComponentProps<typeof Dialog>, 'children'>;
  pending: PendingConnection;
  saving: boolean;
  error: { message: string } | null;
  onStore(account: string | undefined): void;
}

export function AccountStep({ frame, pending, saving, error, onStore }: Props) {
  const { who, accounts, suggestedAccount, tokenHealth } = pending;
  // The suggestion is preselected only if it is in the list, where the person can see and change it.
  const [account, setAccount] = useState(
    (accounts.find(({ id }) => id === suggestedAccount) ?? (accounts.length === 1 ? accounts[0] : undefined))?.id,
  );
  const submit = () => onStore(account);
  const until = tokenHealth?.expiresAt;
  return (
    <Dialog
      {...frame}
      actions={
        <>
          <Button onClick={frame.onClose}>Cancel</Button>
          <Button variant="filled" onClick={submit} loading={saving} disabled={accounts.length > 0 && !account}>
            Test and connect
          </Button>
        </>
      }
    >
      <Steps at={2} />
      <Failed error={error} title="Nothing was connected" />
      <div className={classes.says} role="status">
        <Shape kind="done" size={13} />
        <span>
          <strong>The platform says this is {who}</strong>
          {accounts.length > 0 && `, with ${plural(accounts.length, 'account')}`}.{' '}
          {tokenHealth?.renewsItself
            ? 'The token renews itself.'
            : until
              ? `Token valid until ${dayWithYear(until.slice(0, 10))}.`
              : ''}
        </span>
      </div>
      {accounts.length > 0 && <AccountChoice accounts={accounts} value={account} onChange={setAccount} />}
    </Dialog>
  );
}
