import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import classes from './states.module.css';

export const VIEWERS = 'Viewers can look, not change.';

/** Shown in place of a button to a person whose role does not allow the change. */
export function Locked({ verb, why = VIEWERS }: { verb: string; why?: string }) {
  return (
    <div className={classes.locked}>
      <Button disabled leftSection={<IconLock />}>
        {verb}
      </Button>
      <span>
        {why} <WhomToAsk />
      </span>
    </div>
  );
}

export function WhomToAsk() {
  const { data } = useQuery(api.members.list.queryOptions());
  const owner = data?.members.find(({ role, name }) => role === 'owner' && name !== null);
  return `Ask ${owner ? `${owner.name} (owner)` : 'an owner'}.`;
}
