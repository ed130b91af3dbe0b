import { TextInput } from '@mantine/core';
import { useKnownAccounts } from '../../api/limits.ts';
import classes from './consent.module.css';
import type { Raise } from './types.ts';

const FIELDS = [
  { kind: 'daily', label: 'May raise, in all', unit: 'a day' },
  { kind: 'single', label: 'Largest budget', unit: 'a day, one object' },
] as const;

interface Props {
  workspace: { id: string; name: string; currency: string };
  raises: readonly Raise[];
  onChange(raises: readonly Raise[]): void;
}

/** How much of the workspace's own room the client gets, in each currency that the workspace has accounts in. */
export function Raises({ workspace, raises, onChange }: Props) {
  const accounts = useKnownAccounts([workspace.id]);
  const found = new Set(accounts.map(({ currency }) => currency));
  const others = [...found].filter((currency) => currency !== workspace.currency).sort();
  const currencies = found.size > 0 && !found.has(workspace.currency) ? others : [workspace.currency, ...others];
  const of = (currency: string) => raises.find((one) => one.currency === currency) ?? { currency };
  const put = (raise: Raise) => onChange([...raises.filter(({ currency }) => currency !== raise.currency), raise]);
  return (
    <section className={classes.raises} aria-label="How much it may raise">
      {currencies.flatMap((currency) =>
        FIELDS.map(({ kind, label, unit }) => (
          <TextInput
            key={`${currency} ${kind}`}
            label={currencies.length > 1 ? `${label}, ${currency}` : label}
            placeholder="as the workspace"
            inputMode="decimal"
            rightSection={`${currency} ${unit}`}
            rightSectionWidth={kind === 'daily' ? 92 : 156}
            classNames={{ section: classes.unit }}
            value={of(currency)[kind] ?? ''}
            onChange={(event) => put({ ...of(currency), [kind]: event.currentTarget.value })}
          />
        )),
      )}
      <p className={classes.quiet}>{about(workspace.name, currencies, raises)}</p>
    </section>
  );
}

/** A limit in one currency says nothing of another, so raises there are refused. */
function about(name: string, currencies: readonly string[], raises: readonly Raise[]): string {
  const isLimited = (currency: string) =>
    raises.some((one) => one.currency === currency && Boolean(one.daily?.trim() || one.single?.trim()));
  const open = currencies.filter((currency) => !isLimited(currency));
  const refused = open.length > 0 && open.length < currencies.length;
  return `Inside the limits of ${name}. ${refused ? `Without an amount, nothing may be raised in ${open.join(', ')}.` : 'Pauses and cuts always pass.'}`;
}
