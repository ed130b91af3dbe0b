import type { Contents } from './contents.ts';

/** Triggers that every container has and no list shows. */
export const BUILT_IN_TRIGGERS: Readonly<Record<string, string>> = {
  '2147479553': 'All Pages',
  '2147479573': 'Initialization - All Pages',
  '2147479572': 'Consent Initialization - All Pages',
};

export const ALL_PAGES = '2147479553';

/** Words of which the letters are written large in names of built-in variables. */
const LETTERS = /\b(url|id|html)\b/gi;

const OWN_NAMES: Readonly<Record<string, string>> = {
  elementVisibilityRatio: 'Percent Visible',
  elementVisibilityTime: 'On-Screen Duration',
  elementVisibilityFirstTime: 'First On-Screen Time',
  elementVisibilityRecentTime: 'Recent On-Screen Time',
  scrollDepthDirection: 'Scroll Direction',
  serverPageLocationUrl: 'Page Location URL',
  serverPageLocationPath: 'Page Location Path',
  serverPageLocationHostname: 'Page Location Hostname',
};

/** `clickUrl` is enabled by its type and referred to by its name, `{{Click URL}}`. */
export function builtInName(type: string): string {
  const own = OWN_NAMES[type];
  if (own) return own;
  const words = type.replace(/([A-Z])/g, ' $1').replace(LETTERS, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Their names where the platform gives none, as in some replies. */
export function enabledBuiltIns({ builtIns }: Pick<Contents, 'builtIns'>): string[] {
  return builtIns.map(({ type, name }) => name || builtInName(type));
}

/** References that need no variable. */
const ALWAYS_THERE = new Set(['_event', '_triggers', '_url']);

export function isAlwaysThere(variable: string): boolean {
  return ALWAYS_THERE.has(variable);
}
