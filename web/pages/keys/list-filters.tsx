import { SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { wholeCount } from '../../format/number.ts';
import classes from './keys.module.css';

interface Narrowing {
  list?: string | undefined;
  q?: string | undefined;
  show?: string | undefined;
}

/** What the address asks to see, and the way to ask for something else. */
export function useNarrowing() {
  const { list = 'keys', q: search = '', show = 'all' } = useSearch({ strict: false }) as Narrowing;
  const navigate = useNavigate();
  const put = (change: Narrowing) =>
    void navigate({ to: '.', search: (old) => ({ ...old, ...change }), replace: true });
  return { list, search, show, put, filterCount: Number(show !== 'all') + Number(search !== '') };
}

export const isShown = (isPast: boolean, show: string) => show === 'all' || isPast === (show === 'past');

interface Props {
  /** What is listed, in a sentence or two. */
  lead: string;
  /** `Name or last four` */
  searched: string;
  /** `Which keys` */
  label: string;
  count: number;
  past: number;
}

/** Keys or grants, which of them, and a search. */
export function ListFilters({ lead, searched, label, count, past }: Props) {
  const { list, search, show, put } = useNarrowing();
  return (
    <div className={classes.top}>
      <p className={classes.lead}>{lead}</p>
      <SegmentedControl
        aria-label="What is listed"
        value={list}
        onChange={(chosen) => put({ list: chosen === 'keys' ? undefined : chosen, q: undefined, show: undefined })}
        data={[
          { value: 'keys', label: 'Keys' },
          { value: 'grants', label: 'Signed-in clients' },
        ]}
      />
      <TextInput
        className={`${classes.search} quiet`}
        size="xs"
        placeholder={searched}
        aria-label={searched}
        leftSection={<IconSearch size={14} />}
        value={search}
        onChange={(event) => put({ q: event.currentTarget.value || undefined })}
      />
      <SegmentedControl
        aria-label={label}
        value={show}
        onChange={(chosen) => put({ show: chosen === 'all' ? undefined : chosen })}
        data={[
          { value: 'all', label: `All ${wholeCount(count)}` },
          { value: 'active', label: `Active ${wholeCount(count - past)}` },
          { value: 'past', label: `Past ${wholeCount(past)}` },
        ]}
      />
    </div>
  );
}
