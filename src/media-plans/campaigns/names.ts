import { lookupText } from '../../tools/lookup-text.ts';

/** Names that differ only in case, spaces or how a sign is composed are one name. */
export function nameKey(name: string): string {
  return lookupText(name.replaceAll(/\s+/g, ' '));
}

export const NAME_PARTS = ['campaign', 'channel', 'objective', 'country', 'start', 'month', 'year'] as const;
export type NameParts = Readonly<Partial<Record<(typeof NAME_PARTS)[number] | 'group' | 'ad', string | undefined>>>;

/** A name by the workspace's pattern. A part that is not known leaves no gap. */
export function patternName(pattern: string | undefined, parts: NameParts): string {
  if (pattern === undefined) return parts.campaign ?? '';
  const filled = pattern.replaceAll(PLACE, (_, part: keyof NameParts) => parts[part] ?? '\uE000');
  return filled
    .replaceAll(/\s*[-_|/·–]*\s*\uE000/g, '')
    .replace(/^[\s\-_|/·–]+/, '')
    .trim();
}

/** Two braces are the platform's own macros, which are filled in when an ad is shown. */
const PLACE = /(?<!\{)\{([a-z]+)\}(?!\})/g;

/** Placeholders of a pattern that we do not know. */
export function unknownParts(pattern: string): string[] {
  const parts = [...pattern.matchAll(PLACE)].map(([, part]) => part!);
  return parts.filter((part) => !(NAME_PARTS as readonly string[]).includes(part));
}

/** A landing page with the workspace's tracking parameters; one that the page has already stays as it is. */
export function trackedPage(page: string, tracking: string | undefined, parts: NameParts): string {
  if (tracking === undefined || tracking === '' || !URL.canParse(page)) return page;
  const [address = '', anchor] = splitOnce(page, '#');
  const present = new URL(address).searchParams;
  const added = tracking
    .replace(/^[?&]/, '')
    .split('&')
    .filter((pair) => pair !== '' && !present.has(pair.split('=')[0]!))
    .map((pair) =>
      pair.replaceAll(PLACE, (whole, part: string) =>
        part in parts ? encodeURIComponent(parts[part as keyof NameParts] ?? '') : whole,
      ),
    );
  if (added.length === 0) return page;
  const tail = anchor === undefined ? '' : `#${anchor}`;
  return `${address}${address.includes('?') ? '&' : '?'}${added.join('&')}${tail}`;
}

function splitOnce(text: string, mark: string): [string, string | undefined] {
  const at = text.indexOf(mark);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
