import { Radio, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { wholeCount } from '../../format/number.ts';
import { ReadableId } from '../../parts/readable-id.tsx';
import classes from './connections.module.css';
import type { Account } from './types.ts';

interface Props {
  accounts: readonly Account[];
  value: string | undefined;
  onChange(id: string): void;
}

/** From here on a person looks for an account by typing a part of its name or id. */
const SEARCHED_FROM = 12;

export function AccountChoice({ accounts, value, onChange }: Props) {
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  // The chosen one stays in sight, since it is the one that is sent.
  const shown = accounts.filter(({ id, name }) => id === value || `${name ?? ''} ${id}`.toLowerCase().includes(wanted));
  return (
    <Radio.Group
      label={
        <>
          Account this workspace uses <span className={classes.quiet}>when a call names none</span>
        </>
      }
      value={value ?? ''}
      onChange={onChange}
    >
      {accounts.length >= SEARCHED_FROM && (
        <TextInput
          mt={4}
          aria-label="Find an account"
          placeholder={`Name or id, one of ${wholeCount(accounts.length)}`}
          leftSection={<IconSearch size={14} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <div className={classes.accounts}>
        {shown.map(({ id, name, currency, status }) => (
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
        {shown.length === 0 && <p className={classes.noAccount}>No account is called that.</p>}
      </div>
    </Radio.Group>
  );
}
