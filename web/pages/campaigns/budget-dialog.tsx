import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { budgetPeriod, type Campaign } from '../../api/campaign.ts';
import type { Budget } from '../../api/reports.ts';
import { currencyDigits, money, moneyDifference } from '../../format/money.ts';
import { rate } from '../../format/number.ts';
import { ChangeDialog } from '../../parts/change-dialog.tsx';
import { problemOf } from '../../parts/problem-of.ts';
import { callFor } from './changes.ts';
import { accountFact } from './facts.tsx';
import { useChange } from './use-change.ts';

interface Props {
  campaign: Campaign;
  budget: Budget;
  onClose(): void;
}

/** Accepts commas between thousands; any other text that is not a positive number is rejected, not guessed at. */
function amountOf(text: string, currency: string): string | undefined {
  const bare = text.trim().replaceAll(',', '');
  if (!/^\d{1,12}(\.\d+)?$/.test(bare) || Number(bare) <= 0) return undefined;
  const decimals = bare.split('.')[1]?.length ?? 0;
  return decimals > currencyDigits(currency) ? undefined : bare;
}

export function BudgetDialog({ campaign, budget, onClose }: Props) {
  const { currency, period } = budget;
  const [text, setText] = useState(Number(budget.amount).toFixed(currencyDigits(currency)));
  const mutation = useChange(onClose);
  const now = money(budget.amount, currency);
  const amount = amountOf(text, currency);
  const changed = amount !== undefined && Number(amount) !== Number(budget.amount);
  const call = callFor(campaign, { budget: amount ?? budget.amount });
  const isDaily = period === 'DAILY';
  const told = (value: string) => `Budget is ${money(value, currency)} ${isDaily ? 'a day' : budgetPeriod(campaign)}`;
  return (
    <ChangeDialog
      onClose={onClose}
      title={isDaily ? 'Change daily budget' : `Change ${budgetPeriod(campaign)} budget`}
      about={campaign.name}
      mode={campaign.mode}
      before={now}
      after={
        <TextInput
          data-autofocus
          aria-label="After"
          inputMode="decimal"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={amount === undefined && text !== ''}
          rightSectionWidth={84}
          rightSection={
            <span style={{ fontSize: 12, color: 'var(--text-2)' }}>
              {currency} {budgetPeriod(campaign)}
            </span>
          }
          rightSectionPointerEvents="none"
          styles={{ input: { fontWeight: 600 } }}
        />
      }
      facts={[
        { label: 'Difference', value: differenceText(budget.amount, amount, currency, isDaily) },
        accountFact(campaign),
        { label: 'At most', value: mostText(amount ?? budget.amount, currency, isDaily) },
      ]}
      request={{ tool: call?.tool ?? '–', arguments: call?.arguments ?? {} }}
      verb="Change budget"
      keep={`Keep ${now}`}
      ready={changed}
      busy={mutation.isPending}
      problem={mutation.error && problemOf(mutation.error, 'The budget was not changed')}
      onConfirm={() =>
        mutation.mutate({
          campaign,
          change: { budget: amount! },
          done: told(amount!),
          undo: { change: { budget: budget.amount }, done: told(budget.amount) },
        })
      }
    />
  );
}

function differenceText(before: string, after: string | undefined, currency: string, isDaily: boolean): string {
  if (after === undefined) return '–';
  const difference = Number(after) - Number(before);
  if (difference === 0) return 'none';
  const share =
    Number(before) === 0 ? '' : ` (${difference > 0 ? '+' : '−'} ${rate(Math.abs(difference / Number(before)), 1)})`;
  return `${moneyDifference(difference, currency)}${isDaily ? ' a day' : ''}${share}`;
}

/** Platforms may spend more than a day's budget on one day, and hold to it over a week. */
const mostText = (amount: string, currency: string, isDaily: boolean) =>
  isDaily ? `${money(Number(amount) * 7, currency)} in any 7 days` : `${money(amount, currency)} over its whole run`;
