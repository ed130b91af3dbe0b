import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useKey } from '../keyboard/use-keys.ts';
import {
  type Against,
  isPreset,
  type Period,
  type PeriodSearch,
  type Preset,
  readAgainst,
  readPeriod,
  shiftPeriod,
} from './period.ts';
import { useToday } from './use-today.ts';

export interface PeriodInAddress {
  period: Period;
  preset: string | undefined;
  against: Against;
  today: string;
  onPreset(preset: Preset): void;
  onPeriod(period: Period): void;
  onAgainst(against: Against): void;
}

/** The period in the URL, read only; `usePeriod` also changes it. */
export function useShownPeriod(): { period: Period; against: Against; today: string } {
  const { period: preset, from, to, against } = useSearch({ strict: false }) as PeriodSearch;
  const today = useToday();
  const period = useMemo(() => readPeriod({ period: preset, from, to }, today), [preset, from, to, today]);
  return { period, against: readAgainst({ against }), today };
}

/** The period and the one it is compared with, kept in the address; `[` and `]` move it back and on. */
export function usePeriod(): PeriodInAddress {
  const { period: preset, from } = useSearch({ strict: false }) as PeriodSearch;
  const { period, against, today } = useShownPeriod();
  const navigate = useNavigate();
  const put = (change: PeriodSearch) =>
    void navigate({ to: '.', search: (search: object) => ({ ...search, ...change }) });
  const onPeriod = ({ start, end }: Period) => put({ from: start, to: end, period: undefined });
  useKey('[', () => onPeriod(shiftPeriod(period, -1)));
  useKey(']', () => {
    const later = shiftPeriod(period, 1);
    if (later.end < today) onPeriod(later);
  });
  return {
    period,
    preset: from ? undefined : isPreset(preset) ? preset : '28d',
    against,
    today,
    onPreset: (chosen) => put({ period: chosen, from: undefined, to: undefined }),
    onPeriod,
    onAgainst: (chosen) => put({ against: chosen === 'previous_period' ? undefined : chosen }),
  };
}
