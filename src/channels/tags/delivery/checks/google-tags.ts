import { ALL_PAGES } from '../../resources/objects/built-ins.ts';
import { asNamed, quoted, type View } from '../../resources/objects/container-view.ts';
import { plainOf } from '../../resources/objects/parameters.ts';
import type { Tag } from '../../wire.ts';
import type { Sender } from './duplicates.ts';
import type { AuditFinding } from './finding.ts';
import { updateTag } from './firing.ts';

const INITIALIZATION = '2147479573';

/** What Google's tags need of each other. `senders`: the tags that fire. */
export function googleFindings(senders: readonly Sender[], view: View): AuditFinding[] {
  return [...linkerFindings(senders, view), ...googleTagFindings(senders, view)];
}

/** Without a linker the click is not remembered, and browsers that shorten cookies lose the conversion. */
function linkerFindings(senders: readonly Sender[], view: View): AuditFinding[] {
  const conversions = senders.filter(({ tag }) => ['awct', 'sp'].includes(tag.type));
  if (conversions.length === 0 || senders.some(({ tag }) => ['gclidw', 'googtag'].includes(tag.type))) return [];
  const paused = view.contents.tags.find(({ type, paused }) => type === 'gclidw' && paused);
  return [
    {
      severity: 'medium',
      kind: 'no_conversion_linker',
      what: `${conversions.length === 1 ? 'An Ads tag fires' : `${conversions.length} Ads tags fire`} and no conversion linker or Google tag does: clicks are not remembered, and conversions are lost.`,
      objects: conversions.map(({ tag }) => asNamed(tag)),
      mend: paused
        ? updateTag(paused, { paused: false })
        : {
            tool: 'create_tag',
            arguments: { name: freeName('Conversion linker', view), type: 'gclidw', fires_on: [ALL_PAGES] },
          },
    },
  ];
}

/** Events go to a measurement id that no Google tag of the container configures. */
function googleTagFindings(senders: readonly Sender[], view: View): AuditFinding[] {
  const bases = view.contents.tags
    .filter(({ type, paused }) => type === 'googtag' && !paused)
    .map(({ parameter }) => view.resolved(String(plainOf(parameter).tagId ?? '')));
  // A Google tag whose id a variable decides may be the one, and so may one of Google's collected ids.
  if (bases.some((id) => id === undefined || /^GT-/i.test(id))) return [];
  const orphans = Map.groupBy(
    senders.flatMap(({ tag, sends }) => {
      const id = tag.type === 'gaawe' ? sends[0]?.id : undefined;
      return id !== undefined && /^G-/i.test(id) && !bases.includes(id) ? [{ tag, id }] : [];
    }),
    ({ id }) => id,
  );
  return [...orphans].map(([id, tags]) => ({
    severity: 'medium',
    kind: 'no_google_tag',
    what: `Events are sent to ${id} by ${tags.map(({ tag }) => quoted(tag)).join(', ')}, and no Google tag of the container loads ${id}: visits and their sources are not measured, unless the website loads it itself.`,
    objects: tags.map(({ tag }) => asNamed(tag)),
    mend: {
      tool: 'create_tag',
      arguments: {
        name: freeName(`Google tag ${id}`, view),
        type: 'googtag',
        parameters: { tagId: id },
        fires_on: [INITIALIZATION],
      },
    },
  }));
}

function freeName(wanted: string, view: View): string {
  let name = wanted;
  for (let number = 2; view.tagNamed(name); number += 1) name = `${wanted} ${number}`;
  return name;
}

/** A value needs its currency, and a currency is three letters. */
export function valueFindings(tag: Tag, view: View): AuditFinding[] {
  if (tag.type !== 'awct') return [];
  const { conversionValue: value = '', currencyCode: currency = '' } = plainOf(tag.parameter);
  const code = view.resolved(String(currency));
  const problem =
    value !== '' && currency === ''
      ? 'sends a value without a currency, which counts in the currency of the account'
      : code && !/^[A-Z]{3}$/i.test(code)
        ? `sends “${code}” as its currency, which is no currency code such as EUR`
        : undefined;
  if (!problem) return [];
  return [
    {
      severity: 'medium',
      kind: 'value_without_currency',
      what: `The conversion tag ${quoted(tag)} ${problem}.`,
      objects: [asNamed(tag)],
      mend: updateTag(tag, { parameters: { currencyCode: '…' } }),
    },
  ];
}

const OLD_CODE = /google-analytics\.com\/(?:analytics|ga|urchin)\.js|googletagmanager\.com\/gtag\/js\?id=UA-/;

/** Universal Analytics takes nothing any more. */
export function outdatedFindings(tag: Tag): AuditFinding[] {
  const isOld = tag.type === 'ua' || (tag.type === 'html' && OLD_CODE.test(String(plainOf(tag.parameter).html ?? '')));
  if (!isOld) return [];
  return [
    {
      severity: 'medium',
      kind: 'outdated_tag',
      what: `The tag ${quoted(tag)} sends to Universal Analytics, which has taken nothing since 2024.`,
      objects: [asNamed(tag)],
      mend: updateTag(tag, { paused: true }),
    },
  ];
}
