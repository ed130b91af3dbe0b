import { knownMetrics } from './account-rows.ts';
import { hoursAhead } from './days.ts';
import type { ReadAccount } from './read-page.ts';
import { isMoney, partsOf } from './vocabulary.ts';

/** What a reader must know about numbers of several accounts beside each other. */
export function notesOf(accounts: readonly ReadAccount[], names: readonly string[], order?: { by: string }): string[] {
  return [
    ...zoneNotes(accounts),
    ...dayNotes(accounts),
    ...sumNotes(accounts, names),
    ...lackNotes(accounts, names),
    ...currencyNotes(accounts, order),
    ...toldNotes(accounts),
  ];
}

/** A channel's own notes, once for all accounts that they are true of. */
function toldNotes(accounts: readonly ReadAccount[]): string[] {
  const told = accounts.flatMap(({ reading: { place, account }, notes }) =>
    notes.map((note) => ({ channel: place.channel.name, account: account.id, note })),
  );
  return [...Map.groupBy(told, ({ channel, note }) => `${channel} ${note}`).values()].map((same) => {
    const { channel, note } = same[0]!;
    return `${channel} ${same.map(({ account }) => account).join(', ')}: ${note}`;
  });
}

/** The largest difference in hours between the accounts' time zones. */
export function hoursApart(accounts: readonly ReadAccount[]): number {
  const ahead = zonesOf(accounts).map(({ hours }) => hours);
  return ahead.length === 0 ? 0 : Math.max(...ahead) - Math.min(...ahead);
}

function zonesOf(accounts: readonly ReadAccount[]): { zone: string; hours: number }[] {
  const zones = new Map(accounts.map(({ reading: { account }, window }) => [account.timeZone, window.days.end_date]));
  return [...zones]
    .map(([zone, day]) => ({ zone, hours: hoursAhead(zone, Date.parse(`${day}T12:00:00Z`)) }))
    .sort((a, b) => a.hours - b.hours);
}

function zoneNotes(accounts: readonly ReadAccount[]): string[] {
  const zones = zonesOf(accounts);
  if (hoursApart(accounts) === 0) return [];
  const named = zones.map(({ zone, hours }) => `${zone} (UTC${hours < 0 ? '−' : '+'}${Math.abs(hours)})`);
  return [`The same day begins up to ${hoursApart(accounts)} hours apart: ${named.join(', ')}.`];
}

function dayNotes(accounts: readonly ReadAccount[]): string[] {
  const named = (some: readonly ReadAccount[]) =>
    [
      ...new Set(some.map(({ reading, window }) => `${reading.place.channel.name} (until ${window.completeUntil})`)),
    ].join(', ');
  const short = accounts.filter(({ window }) => window.leftOut > 0);
  const growing = accounts.filter(({ window }) => window.isIncomplete);
  return [
    ...(short.length > 0
      ? [`Days that are still being counted are left out: ${named(short)}. include_incomplete: true shows them.`]
      : []),
    ...(growing.length > 0 ? [`Holds days that are still being counted: complete are ${named(growing)}.`] : []),
  ];
}

function channelsOf(accounts: readonly ReadAccount[]): string[] {
  return [...new Set(accounts.map(({ reading }) => reading.place.channel.name))];
}

function sumNotes(accounts: readonly ReadAccount[], names: readonly string[]): string[] {
  const parts = partsOf(names);
  const several = channelsOf(accounts).length > 1;
  return [
    ...(several && (parts.includes('conversions') || parts.includes('conversion_value'))
      ? [
          'Platforms each claim the same sale: conversions and their value added up over channels may count one sale several times.',
        ]
      : []),
    ...(several && parts.includes('video_views')
      ? ['Each platform counts a video view differently: video_views are not added up over channels.']
      : []),
    ...(accounts.length > 1 && parts.includes('reach')
      ? ['The same person may be in two accounts: reach and frequency are not added up.']
      : []),
  ];
}

/** Said once for a channel, not for each of its accounts. */
function lackNotes(accounts: readonly ReadAccount[], names: readonly string[]): string[] {
  const byChannel = new Map(accounts.map(({ reading }) => [reading.place.channel.name, reading]));
  return [...byChannel].flatMap(([channel, reading]) => {
    const known = knownMetrics(reading, names);
    const lacking = names.filter((name) => !known.includes(name));
    return lacking.length > 0 ? [`The ${channel} platform has no ${lacking.join(', ')}: null there.`] : [];
  });
}

function currencyNotes(accounts: readonly ReadAccount[], order: { by: string } | undefined): string[] {
  const codes = [...new Set(accounts.map(({ reading }) => reading.account.currency.code))].sort();
  if (!order || codes.length < 2 || !isMoney(order.by)) return [];
  return [
    `Amounts in ${codes.join(', ')} cannot be ranked together: rows are sorted within each currency, one after the other.`,
  ];
}
