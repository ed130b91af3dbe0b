import type { Contents } from '../containers/contents.ts';

/** The built-in variables of web containers by their types; references take the name, requests the type. */
const WEB =
  'pageUrl pageHostname pagePath referrer event clickElement clickClasses clickId clickTarget clickUrl clickText formElement formClasses formId formTarget formUrl formText errorMessage errorUrl errorLine newHistoryUrl oldHistoryUrl newHistoryFragment oldHistoryFragment newHistoryState oldHistoryState historySource containerVersion debugMode randomNumber containerId htmlId environmentName videoProvider videoUrl videoTitle videoDuration videoPercent videoVisible videoStatus videoCurrentTime scrollDepthThreshold scrollDepthUnits scrollDepthDirection elementVisibilityRatio elementVisibilityTime elementVisibilityFirstTime elementVisibilityRecentTime analyticsClientId analyticsSessionId analyticsSessionNumber'.split(
    ' ',
  );
const SERVER =
  'requestPath requestMethod clientName queryString serverPageLocationUrl serverPageLocationPath serverPageLocationHostname visitorRegion firstPartyServingUrl'.split(
    ' ',
  );

/** Names that are not the type in words. */
const NAMES: Readonly<Record<string, string>> = {
  elementVisibilityRatio: 'Percent Visible',
  elementVisibilityTime: 'On-Screen Duration',
  elementVisibilityFirstTime: 'First On-Screen Time',
  elementVisibilityRecentTime: 'Recent On-Screen Time',
  scrollDepthDirection: 'Scroll Direction',
  serverPageLocationUrl: 'Page URL',
  serverPageLocationPath: 'Page Path',
  serverPageLocationHostname: 'Page Hostname',
};

const SHORT: readonly string[] = ['Url', 'Id', 'Html'];

/** `clickUrl` is `Click URL`. */
export function builtInName(type: string): string {
  const words = type.replaceAll(/([A-Z])/g, ' $1').split(' ');
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return NAMES[type] ?? name.map((word) => (SHORT.includes(word) ? word.toUpperCase() : word)).join(' ');
}

/** The type behind a name or a type; server containers have other types for some names. */
export function builtInType(name: string, isServer = false): string | undefined {
  const types = isServer ? [...SERVER, ...WEB] : WEB;
  return types.find((type) => type === name || builtInName(type).toLowerCase() === name.toLowerCase());
}

const OF_SERVERS = ['clientName', 'requestPath', 'requestMethod', 'queryString', 'visitorRegion'];

/** A draft does not say what its container is for; only servers have clients and their variables. */
export function looksLikeServer({ others, builtIns, triggers }: Contents): boolean {
  return (
    others.some(({ kind }) => kind === 'client' || kind === 'transformation') ||
    builtIns.some(({ type }) => OF_SERVERS.includes(type)) ||
    triggers.some(({ type }) => type === 'serverPageview')
  );
}

export const BUILT_IN_TYPES: readonly string[] = [...WEB, ...SERVER];

/** Triggers that every container has. */
export const ALL_PAGES = '2147479553';
export const CONSENT_INITIALIZATION = '2147479572';
export const BUILT_IN_TRIGGERS: Readonly<Record<string, string>> = {
  [ALL_PAGES]: 'All Pages',
  '2147479573': 'Initialization - All Pages',
  [CONSENT_INITIALIZATION]: 'Consent Initialization - All Pages',
};

/** Their names where the platform gives none, as in some replies. */
export function enabledBuiltIns({ builtIns }: Pick<Contents, 'builtIns'>): string[] {
  return builtIns.map(({ type, name }) => name || builtInName(type));
}

/** The names that a reference can lead to. */
export function variableNames({ variables, builtIns }: Pick<Contents, 'variables' | 'builtIns'>): Set<string> {
  return new Set([...variables.map(({ name }) => name), ...enabledBuiltIns({ builtIns })]);
}

/** References that need no variable. */
const ALWAYS_THERE = new Set(['_event', '_triggers', '_url']);

export function isAlwaysThere(variable: string): boolean {
  return ALWAYS_THERE.has(variable);
}
