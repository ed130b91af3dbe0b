import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import classes from './states.module.css';

/** What a viewer sees in place of a button that changes something. */
export function Locked({ verb, owner }: { verb: string; owner?: string }) {
  return (
    <div className={classes.locked}>
      <Button disabled leftSection={<IconLock />}>
        {verb}
      </Button>
      Viewers can look, not change. Ask {owner ? `${owner} (owner)` : 'an owner'}.
    </div>
  );
}
