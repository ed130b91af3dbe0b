import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './armed-button.module.css';
import type { useArming } from './use-arming.ts';

interface Props {
  arming: ReturnType<typeof useArming>;
  /** What the first press is called, and what the second one does. */
  verb: string;
  confirm: string;
  /** The way back, by what stays. */
  keep: string;
  busy?: boolean;
  disabled?: boolean;
  /** The key that would press the button now. */
  hint?: ReactNode;
  onConfirm(): void;
}

/** Arm, then confirm: the way back and one button, whose second press within ten seconds does it. */
export function ArmedButton({ arming, verb, confirm, keep, busy = false, disabled = false, hint, onConfirm }: Props) {
  const { isArmed, hears, arm, disarm } = arming;
  const press = () => {
    if (!isArmed) return arm();
    if (!hears) return;
    disarm();
    onConfirm();
  };
  return (
    <>
      {isArmed && <Button onClick={disarm}>{keep}</Button>}
      <Button
        variant="filled"
        className={classes.verb}
        data-armed={isArmed}
        loading={busy}
        disabled={disabled}
        rightSection={hint}
        // Enter on the focused button may arm and never confirms: a held key would do both.
        onKeyDown={(event) =>
          isArmed && event.key === 'Enter' && !event.metaKey && !event.ctrlKey && event.preventDefault()
        }
        onClick={press}
      >
        {isArmed ? confirm : verb}
      </Button>
    </>
  );
}
