import { Radio } from '@mantine/core';
import { ReadableId } from '../../parts/readable-id.tsx';
import classes from './connections.module.css';
import type { Account } from './types.ts';

interface Props {
  accounts: readonly Account[];
  value: string | undefined;
  onChange(id: string): void;
}

export const AccountChoice = ({ accounts, value, onChange }: Props) => (
  <Radio.Group
    label={
      <>
        Account this workspace uses <span className={classes.quiet}>when a call names none</span>
      </>
    }
    value={value ?? ''}
    onChange={onChange}
  >
    <div className={classes.accounts}>
      {accounts.map(({ id, name, currency, status }) => (
        <Radio.Card key={id} value={id} className={classes.account} aria-label={name ?? id}>
          <Radio.Indicator size="xs" />
          <span className={classes.accountName}>
            {name ?? id}
            <span className={classes.quiet}>
              <ReadableId id={id} />
            </span>
          </span>
          <span className={classes.accountEnd}>
            {currency}
            <span className={classes.quiet}>{status}</span>
          </span>
        </Radio.Card>
      ))}
    </div>
  </Radio.Group>
);
