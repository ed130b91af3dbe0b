import type { Channel } from './channel.ts';
import type { Tool } from './define-tool.ts';

/** Each permission that is missing, with the tools that do not work without it. */
export function missingScopes(
  tools: readonly Pick<Tool, 'name' | 'scopes'>[],
  held: readonly string[],
  includes: NonNullable<Channel['platformScopes']>,
): { scope: string; tools: string[] }[] {
  const has = new Set(held.flatMap((scope) => [scope, ...(includes[scope] ?? [])]));
  const missing = new Map<string, string[]>();
  for (const { name, scopes = [] } of tools) {
    for (const scope of scopes) if (!has.has(scope)) missing.set(scope, [...(missing.get(scope) ?? []), name]);
  }
  return [...missing].map(([scope, stopped]) => ({ scope, tools: stopped }));
}
