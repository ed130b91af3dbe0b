import { Button, Menu, Popover, UnstyledButton } from '@mantine/core';
import { IconCalendar, IconChevronDown } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { type Against, isPreset, lengthDays, type Period, PRESETS, type Preset } from '../address/period.ts';
import { plural } from '../format/number.ts';
import { days, shortDays } from '../format/time.ts';
import { lateCode } from './late-code.ts';
import classes from './period-picker.module.css';

const Calendar = lazy(lateCode(() => import('./period-calendar.tsx')));

interface Props {
  period: Period;
  preset: string | undefined;
  today: string;
  onPreset(preset: Preset): void;
  onPeriod(period: Period): void;
}

export function PeriodPicker({ period, preset, today, onPreset, onPeriod }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button
          onClick={() => setOpened(!opened)}
          leftSection={<IconCalendar stroke={1.75} color="var(--text-2)" />}
          rightSection={<IconChevronDown size={14} color="var(--text-2)" />}
        >
          <span className={classes.wide}>{days(period.start, period.end)}</span>
          <span className={classes.narrow}>{shortDays(period.start, period.end)}</span>
          <span className={`${classes.quiet} ${classes.wide}`}>&ensp;{plural(lengthDays(period), 'day')}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={12}>
        <div className={classes.dropdown}>
          <div className={classes.presets}>
            {Object.entries(PRESETS).map(([name, label]) => (
              <UnstyledButton
                key={name}
                className={classes.preset}
                data-on={preset === name}
                aria-pressed={preset === name}
                onClick={() => {
                  if (isPreset(name)) onPreset(name);
                  setOpened(false);
                }}
              >
                {label}
              </UnstyledButton>
            ))}
          </div>
          <Suspense fallback={<div style={{ width: 240, height: 250 }} />}>
            <Calendar
              period={period}
              today={today}
              onPeriod={(chosen) => {
                onPeriod(chosen);
                setOpened(false);
              }}
            />
          </Suspense>
        </div>
        <p className={classes.note}>Days are those of each account. Today is left out: it is not over.</p>
      </Popover.Dropdown>
    </Popover>
  );
}

const AGAINST: Record<Against, string> = {
  previous_period: 'previous period',
  previous_year: 'previous year',
  none: 'nothing',
};

export function AgainstPicker({ against, onAgainst }: { against: Against; onAgainst(against: Against): void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={14} color="var(--text-2)" />}>
          <span className={`${classes.quiet} ${classes.wide}`}>against&nbsp;</span>
          <span className={classes.narrow}>vs&nbsp;</span>
          {AGAINST[against].split(' ')[0]}
          <span className={classes.wide}>&nbsp;{AGAINST[against].split(' ')[1]}</span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(AGAINST) as Against[]).map((choice) => (
          <Menu.Item key={choice} onClick={() => onAgainst(choice)} aria-current={choice === against}>
            {AGAINST[choice]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
