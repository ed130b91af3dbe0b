const PATTERNS: Readonly<Record<string, readonly string[]>> = {
  EXACT: ['{}'],
  PHRASE: ['buy {}', '{} online', '{} sale today'],
  BROAD: ['best {}', '{} near me', '{} for beginners', 'cheap {}'],
};

/** What people typed when a keyword matched; no two match types of the same words share a term. */
export function searchTerms(text: string, matchType: string): string[] {
  return (PATTERNS[matchType] ?? []).map((pattern) => pattern.replace('{}', text.toLowerCase()));
}
