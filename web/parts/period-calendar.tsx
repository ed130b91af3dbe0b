import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { addDays, type Period } from '../address/period.ts';

interface Props {
  period: Period;
  today: string;
  onPeriod(period: Period): void;
}

/** A calendar to choose a range by two clicks; the period changes after the second. */
export default function PeriodCalendar({ period, today, onPeriod }: Props) {
  const [chosen, setChosen] = useState<[string | null, string | null]>([period.start, period.end]);
  return (
    <DatePicker
      type="range"
      size="xs"
      allowSingleDateInRange
      value={chosen}
      defaultDate={period.end}
      maxDate={addDays(today, -1)}
      onChange={(range) => {
        setChosen(range);
        const [start, end] = range;
        if (start && end) onPeriod({ start, end });
      }}
    />
  );
}
