import type { Monitor } from '../../api/alerts.ts';

/** A monitor as its form holds it. */
export interface Draft {
  kind: string;
  name: string;
  channel: string;
  account: string;
  campaign: string;
  action: 'notify' | 'pause';
  thresholds: Record<string, number | undefined>;
  own: { metric: string; comparison: 'above' | 'below'; value: string; currency: string; window_days: number };
}

export const MONEY_METRICS = ['cost', 'cpc', 'cost_per_conversion'];

export function draftOf(monitor: Monitor | undefined): Draft {
  const own = monitor?.own;
  return {
    kind: monitor?.kind ?? 'spend_spike',
    name: monitor?.name ?? '',
    channel: monitor?.channel ?? '',
    account: monitor?.account ?? '',
    campaign: monitor?.campaigns?.[0] ?? '',
    action: monitor?.action ?? 'notify',
    thresholds: Object.fromEntries(
      Object.entries(monitor?.thresholds ?? {}).filter(([, value]) => typeof value === 'number'),
    ) as Draft['thresholds'],
    own: {
      metric: own?.metric ?? 'cost',
      comparison: own?.comparison ?? 'above',
      value: own?.value ?? '',
      currency: own?.currency ?? '',
      window_days: own?.window_days ?? 1,
    },
  };
}

/** As `create_monitor` takes them: what was left empty is left out. */
export function argumentsOf({
  kind,
  name,
  channel,
  account,
  campaign,
  action,
  thresholds,
  own,
}: Draft): Record<string, unknown> {
  const given = Object.entries(thresholds).filter(([, value]) => value !== undefined);
  const { currency, ...rule } = own;
  return {
    kind,
    action,
    ...(name.trim() && { name: name.trim() }),
    ...(channel && { channel }),
    ...(account && { account }),
    ...(campaign && { campaigns: [campaign] }),
    ...(given.length > 0 && kind !== 'own' && { thresholds: Object.fromEntries(given) }),
    ...(kind === 'own' && { own: { ...rule, ...(MONEY_METRICS.includes(own.metric) && currency && { currency }) } }),
  };
}
