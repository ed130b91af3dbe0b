import { lookupText } from '../../tools/lookup-text.ts';
import type { PlanDefaults } from '../../tools/media-plan-desk.ts';
import type { ProblemKind } from '../../tools/media-planning.ts';
import type { PlanLine } from '../reading/sheet-reading.ts';
import { isOpen, listed, type PlanAccount, type PlanChannel, type PlanChannels } from './plan-channels.ts';

/** Why no account can be told, and the field of the line that is to blame. */
export interface NoAccount {
  field: 'channel' | 'account' | 'currency';
  message: string;
  /** `value` when left out. */
  kind?: ProblemKind | undefined;
  allowed?: string | undefined;
}

const NAMED_MAX = 10;

/**
 * The account of a row: the one it names, else the workspace's default in its currency, else that of the connection, else the only
 * one in its currency.
 */
export function accountFor(line: PlanLine, channels: PlanChannels, defaults: PlanDefaults): PlanAccount | NoAccount {
  if (line.channel === undefined) return { field: 'channel', message: 'The row names no channel.' };
  const place = channels.get(line.channel);
  if (!isOpen(place))
    return place
      ? { field: 'channel', kind: place.kind, message: place.refusal }
      : { field: 'channel', message: `${line.channel} is no channel.` };
  const currency = line.currency ?? defaults.currency;
  if (line.account !== undefined) return named(line.account, place, line.currency);
  const fits = (account: PlanAccount) => currency === undefined || account.currency === currency;
  const preferred = (defaults.accounts ?? [])
    .filter(({ channel }) => channel === line.channel)
    .flatMap(({ account }) => place.accounts.find(({ id }) => isCalled(account, place, id)) ?? [])
    .filter(fits);
  const configured = place.accounts.filter(({ id }) => id === place.configured).filter(fits);
  const only = place.accounts.filter(fits);
  for (const found of [preferred, configured, only]) {
    if (found.length === 1) return found[0]!;
    if (found.length > 1) return several(found, place, currency);
  }
  const inCurrency = currency === undefined ? '' : ` in ${currency}`;
  const field = currency === undefined ? 'channel' : 'currency';
  return { field, kind: 'connection', message: `No ${place.title} account${inCurrency} is connected.` };
}

function isCalled(text: string, { channel }: PlanChannel, id: string): boolean {
  const { data } = channel.account!.schema.safeParse(text.trim());
  return data === id;
}

function named(text: string, place: PlanChannel, currency: string | undefined): PlanAccount | NoAccount {
  const found = place.accounts.filter(
    ({ id, name }) => isCalled(text, place, id) || lookupText(name) === lookupText(text),
  );
  if (found.length > 1) return { ...several(found, place, undefined), field: 'account' };
  const [account] = found;
  if (!account)
    return {
      field: 'account',
      message: `“${text}” is no ${place.title} account of this workspace.`,
      allowed: allowedIn(place.accounts),
    };
  if (currency !== undefined && currency !== account.currency)
    return {
      field: 'currency',
      message: `${account.name} counts in ${account.currency}, and this row is in ${currency}.`,
      allowed: account.currency,
    };
  return account;
}

function several(found: readonly PlanAccount[], { title }: PlanChannel, currency: string | undefined): NoAccount {
  const inCurrency = currency === undefined ? '' : ` in ${currency}`;
  return {
    field: currency === undefined ? 'channel' : 'currency',
    kind: 'defaults',
    message: `${found.length} ${title} accounts${inCurrency} are connected, so the row or the defaults have to name one.`,
    allowed: allowedIn(found),
  };
}

function allowedIn(accounts: readonly PlanAccount[]): string {
  const names = accounts.slice(0, NAMED_MAX).map(({ id, name }) => (name === id ? id : `${id} (${name})`));
  return listed(accounts.length > NAMED_MAX ? [...names, `one of ${accounts.length - NAMED_MAX} more`] : names);
}
