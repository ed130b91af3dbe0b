import { Button, Card, Popover, TextInput } from '@mantine/core';
import { IconSnowflake } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { plural } from '../../format/number.ts';
import { DAY_MS, longMoment } from '../../format/time.ts';
import { Failed } from '../../parts/failure-notice.tsx';
import { Status } from '../../parts/status.tsx';
import { Tag } from '../../parts/tag.tsx';
import classes from './rehearsal.module.css';
import type { Clock } from './types.ts';

const STEPS = [
  { label: '+ 1 hour', days: 1 / 24 },
  { label: '+ 1 day', days: 1 },
  { label: '+ 1 week', days: 7 },
];

function distance({ aheadMs, frozen }: Clock): string {
  const days = Math.round(aheadMs / DAY_MS);
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const where =
    days === 0 ? 'As in real time' : `${plural(Math.abs(days), 'day')} ${days > 0 ? 'ahead of' : 'behind'} real time`;
  return `${frozen ? 'Stands still' : where} · ${zone}`;
}

export function ClockCard({ clock, mayChange, onChanged }: { clock: Clock; mayChange: boolean; onChanged(): void }) {
  const advance = useMutation(api.rehearsal.advance.mutationOptions({ onSuccess: onChanged }));
  const freeze = useMutation(api.rehearsal.freeze.mutationOptions({ onSuccess: onChanged }));
  const setTime = useMutation(api.rehearsal.setTime.mutationOptions({ onSuccess: onChanged }));
  const error = advance.error ?? freeze.error ?? setTime.error;
  return (
    <Card className={classes.clock} component="section" aria-label="Sandbox clock">
      <div aria-live="polite">
        <div className={classes.overline}>
          Sandbox clock{' '}
          <Tag>
            <Status kind={clock.frozen ? 'paused' : 'active'}>{clock.frozen ? 'frozen' : 'running'}</Status>
          </Tag>
        </div>
        <div className={classes.now}>{longMoment(clock.now)}</div>
        <div className={classes.quiet}>{distance(clock)}</div>
      </div>
      <div className={classes.steps}>
        {STEPS.map(({ label, days }) => (
          <Button
            key={label}
            variant={days === 7 ? 'filled' : 'default'}
            disabled={!mayChange}
            loading={advance.isPending && advance.variables.days === days}
            onClick={() => advance.mutate({ days })}
          >
            {label}
          </Button>
        ))}
        <span className={classes.rule} />
        <Button
          leftSection={<IconSnowflake />}
          disabled={!mayChange}
          loading={freeze.isPending}
          onClick={() => freeze.mutate({ on: !clock.frozen })}
        >
          {clock.frozen ? 'Let it run' : 'Freeze'}
        </Button>
        <SetTime
          clock={clock}
          mayChange={mayChange}
          busy={setTime.isPending}
          onSet={(now) => setTime.mutate({ now })}
        />
      </div>
      <Failed error={error} title="The clock was not moved" />
    </Card>
  );
}

interface SetTimeProps {
  clock: Clock;
  mayChange: boolean;
  busy: boolean;
  onSet(now: string): void;
}

function SetTime({ clock, mayChange, busy, onSet }: SetTimeProps) {
  const [chosen, setChosen] = useState(clock.now.slice(0, 16));
  return (
    <Popover position="bottom-end" trapFocus>
      <Popover.Target>
        <Button disabled={!mayChange}>Set time</Button>
      </Popover.Target>
      <Popover.Dropdown>
        <div className={classes.setTime}>
          <TextInput
            type="datetime-local"
            label="Sandbox time, in UTC"
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
          <Button
            variant="filled"
            disabled={chosen === ''}
            loading={busy}
            onClick={() => onSet(new Date(`${chosen}Z`).toISOString())}
          >
            Set
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
