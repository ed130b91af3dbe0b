import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { MediaPlan } from '../../api/media-plans.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { KeyCap } from '../../parts/key-cap.tsx';
import { Shape } from '../../parts/shape.tsx';
import { bareCell, valueAt } from './grid.ts';
import classes from './media-plans.module.css';

interface Props {
  plan: MediaPlan;
  cell: string;
  onClose(): void;
  onUse(value: string): void;
}

/** Another value for a cell: our reading changes, never the file. */
export function EditCell({ plan, cell, onClose, onUse }: Props) {
  const before = valueAt(plan, cell);
  const problems = plan.problems.filter((one) => bareCell(one.cell) === bareCell(cell));
  const [value, setValue] = useState(problems.find(({ repair }) => repair !== undefined)?.repair ?? before);
  return (
    <Dialog
      opened
      onClose={onClose}
      size={480}
      title={`Another value for ${cell}`}
      about="Our reading changes, never the file. The sheet is read and checked again."
      mode={plan.mode}
      actions={
        <>
          <Button onClick={onClose}>{before === '' ? 'Keep it empty' : `Keep ${before.slice(0, 24)}`}</Button>
          <Button
            variant="filled"
            disabled={value === before}
            rightSection={<KeyCap keys="mod↵" onAccent />}
            onClick={() => onUse(value)}
          >
            Use it
          </Button>
        </>
      }
    >
      <div className={classes.form}>
        {problems.map(({ level, message, allowed }) => (
          <p key={message} className={classes.told}>
            <Shape kind={level === 'stop' ? 'rejected' : 'limited'} size={13} />
            <span>
              {message} {allowed && <span className={classes.quiet}>{allowed}</span>}
            </span>
          </p>
        ))}
        <TextInput
          label="Value"
          description="As the sheet writes it"
          data-autofocus
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  );
}
