import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import classes from './states.module.css';

/** What somebody who may not sees in place of a button that changes something. */
export function Locked({ verb, why = 'Viewers can look, not change.' }: { verb: string; why?: string }) {
  return (
    <div className={classes.locked}>
      <Button disabled leftSection={<IconLock />}>
        {verb}
      </Button>
      {why} Ask an owner.
    </div>
  );
}
