import { Checkbox } from '@mantine/core';
import classes from './endpoints.module.css';
import { EVENTS, type EventName } from './words.ts';

interface Props {
  chosen: readonly EventName[];
  onChange(chosen: EventName[]): void;
}

export function EventChoice({ chosen, onChange }: Props) {
  return (
    <Checkbox.Group label="What it is told" value={[...chosen]} onChange={(names) => onChange(names as EventName[])}>
      <div className={classes.events}>
        {EVENTS.map(({ type, name, about }) => (
          <Checkbox key={type} value={type} label={name} description={about} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
