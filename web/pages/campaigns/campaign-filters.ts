import { type Filter, passes } from '../../address/filters.ts';
import type { Campaign } from '../../api/campaign.ts';
import { changedBy, namesOf } from '../../parts/changed-by.ts';
import { channelName } from '../../parts/channels.ts';
import type { FilterField } from '../../parts/filter-chip.tsx';

/** The filters of the campaign list, by their URL parameter. */
const VALUES: Record<
  string,
  { label: string; value(campaign: Campaign): string | readonly string[]; name(value: string): string }
> = {
  status: { label: 'Status', value: ({ state }) => state.value, name: sentence },
  channel: { label: 'Channel', value: ({ channel }) => channel, name: channelName },
  account: { label: 'Account', value: ({ accountName }) => accountName, name: (value) => value },
  currency: { label: 'Currency', value: ({ currency }) => currency, name: (value) => value },
  changed_by: {
    label: 'Changed by',
    value: ({ changedBy: changers }) => changers.flatMap(namesOf),
    name: (value) => value,
  },
  mode: { label: 'Mode', value: ({ mode }) => mode, name: sentence },
};

export const FILTER_NAMES = Object.keys(VALUES);

function sentence(value: string): string {
  return value.charAt(0).toUpperCase() + value.slice(1);
}

/** Offers the values that occur in the campaigns and those already in the filters. */
export function filterFields(campaigns: readonly Campaign[], filters: readonly Filter[]): FilterField[] {
  return Object.entries(VALUES).map(([field, { label, value, name }]) => {
    if (field === 'changed_by') return changedBy(campaigns.flatMap(({ changedBy: changers }) => changers));
    const asked = filters.filter((filter) => filter.field === field).flatMap(({ values }) => values);
    const values = [...new Set([...campaigns.flatMap(value), ...asked])].toSorted();
    return { field, label, options: values.map((one) => ({ value: one, label: name(one) })) };
  });
}

const matches = (campaign: Campaign, search: string) => {
  const wanted = search.trim().toLowerCase();
  return (
    wanted === '' || campaign.name.toLowerCase().includes(wanted) || campaign.id.includes(wanted.replaceAll(' ', ''))
  );
};

export function filtered(campaigns: readonly Campaign[], filters: readonly Filter[], search: string): Campaign[] {
  return campaigns.filter(
    (campaign) =>
      matches(campaign, search) && filters.every((filter) => passes(filter, VALUES[filter.field]!.value(campaign))),
  );
}

/** The filter whose removal would bring back the most. */
export function blameOf(campaigns: readonly Campaign[], filters: readonly Filter[], search: string) {
  const without = filters.map((filter) => ({
    filter,
    count: filtered(
      campaigns,
      filters.filter((other) => other !== filter),
      search,
    ).length,
  }));
  const [worst] = without.toSorted((one, other) => other.count - one.count);
  return worst && worst.count > 0 ? worst : undefined;
}
