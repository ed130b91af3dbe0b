import { destinationsEverywhere } from '../../../../conversions/workspace-destinations.ts';
import { invalidArguments, type Problem } from '../../../../errors.ts';
import type { ToolContext } from '../../../../tools/define-tool.ts';
import type { ConversionGiven } from './arguments.ts';
import type { Platform } from './events.ts';

/** What a tag names a conversion by. */
export interface Target {
  platform: Platform;
  /** Digits of `AW-…`, a pixel, a conversion of the professional platform, `G-…`; '' where the container decides. */
  id: string;
  label?: string;
  /** Of the professional platform: whose base tag it is. */
  partner?: string;
  /** Of a connected account. */
  name?: string;
}

/** Ids as the platforms write them. Nothing else comes into a tag's code. */
const SHAPES: Readonly<Record<Platform, { pattern: RegExp; words: string }>> = {
  search: { pattern: /^AW-(?<id>\d{6,15})\/(?<label>[\w-]{4,60})$/, words: 'AW-123456789/AbC-D_efG' },
  social: { pattern: /^(?<id>\d{8,20})$/, words: 'the digits of a pixel' },
  video: { pattern: /^(?<id>(?=[A-Z0-9]*[A-Z])[A-Z0-9]{12,32})$/, words: "a pixel's code, such as C4ABCDEFGHIJKLMN" },
  professional: { pattern: /^(?<partner>\d{2,15})\/(?<id>\d{2,15})$/, words: 'PARTNER/CONVERSION, both digits' },
  analytics: { pattern: /^(?<id>G-[A-Z0-9]{4,20})$/, words: 'G-ABC1234567' },
};

type Found = Awaited<ReturnType<typeof destinationsEverywhere>>['destinations'][number];
type FoundTag = { id: string; label?: string; partner?: string; awaited?: boolean };

/** The target of each platform that is asked for: told in full, or looked up in the connected account. */
export async function targetsFor(
  { platforms, event }: Pick<ConversionGiven, 'platforms' | 'event'>,
  context: Pick<ToolContext<unknown>, 'reach' | 'signal'>,
): Promise<Target[]> {
  const explicit = platforms.map(({ platform, destination }) => explicitTarget(platform, destination));
  const open = platforms.filter((_, at) => !explicit[at]).map(({ platform }) => platform);
  const channels = [...new Set(open.filter((platform) => platform !== 'analytics'))];
  const { destinations, missing } =
    channels.length > 0 ? await destinationsEverywhere({ channels }, context) : { destinations: [], missing: [] };
  const problems: Problem[] = [];
  const targets = platforms.map(({ platform, destination }, at): Target => {
    const known = explicit[at];
    if (known) return known;
    const field = `platforms.${at}.destination`;
    const unread = missing.find(({ channel }) => channel === platform);
    const chosen = unread
      ? `is needed: the ${platform} account could not be read (${unread.reason})`
      : choose(platform, destination, event, destinations);
    if (typeof chosen !== 'string') return chosen;
    problems.push({ field, message: `${chosen}; or give it as ${SHAPES[platform].words}` });
    return { platform, id: '' };
  });
  if (problems.length > 0) throw invalidArguments(problems);
  return targets;
}

/** Undefined: has to be looked up. */
function explicitTarget(platform: Platform, destination: string | undefined): Target | undefined {
  if (destination === undefined) return platform === 'analytics' ? { platform, id: '' } : undefined;
  const groups = SHAPES[platform].pattern.exec(destination)?.groups;
  return groups && { platform, id: '', ...groups };
}

const NAMED_MAX = 8;

/** The one that fits, or why there is none. */
function choose(
  platform: Platform,
  destination: string | undefined,
  event: string,
  all: readonly Found[],
): Target | string {
  if (platform === 'analytics') return 'is no measurement id';
  const own = all.filter(({ channel }) => channel === platform);
  const onPages = own.filter(({ tag }) => tag !== undefined);
  const fitting =
    destination !== undefined
      ? onPages.filter((one) => one.id === destination || one.name === destination)
      : fitFor(event, onPages);
  const [only] = fitting;
  if (fitting.length === 1) return targetOf(platform, only!);
  const named = (fitting.length > 1 ? fitting : onPages).slice(0, NAMED_MAX).map(({ id, name }) => `${id} (${name})`);
  if (fitting.length > 1) return `${fitting.length} of the ${platform} account fit; name one: ${named.join(', ')}`;
  const there = named.length > 0 ? `; there are ${named.join(', ')}` : '';
  if (destination === undefined) return `is needed: nothing of the ${platform} account stands for "${event}"${there}`;
  const closed = own.find(({ id }) => id === destination);
  return closed
    ? `${destination} (${closed.name}) is not filled by a tag on a page${there}`
    : `${JSON.stringify(destination)} is no conversion destination of the connected ${platform} account${there}`;
}

function fitFor(event: string, all: readonly Found[]): Found[] {
  const awaited = all.filter(({ tag }) => (tag as FoundTag).awaited !== false);
  const own = awaited.filter(({ events }) => events?.includes(event));
  return own.length > 0 ? own : awaited.filter(({ events }) => events === undefined);
}

/** What the account tells is checked like what a caller tells: it goes into code. */
function targetOf(platform: Platform, { tag, name, id: destination }: Found): Target | string {
  const { id, label, partner = '' } = tag as FoundTag;
  const written = platform === 'search' ? `${/^AW-/.test(id) ? id : `AW-${id}`}/${label ?? ''}` : id;
  const shape = platform === 'professional' ? /^(?<id>\d{2,15})$/ : SHAPES[platform].pattern;
  const groups = shape.exec(written)?.groups;
  const base = platform === 'professional' && /^\d{2,15}$/.test(partner) ? { partner } : {};
  return groups
    ? { platform, id: '', ...groups, ...base, name }
    : `of ${destination} (${name}) cannot be read from the account`;
}
