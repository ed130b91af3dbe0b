import type { Tool } from '../tools/define-tool.ts';

export const READ_ONLY =
  'Read-only: nothing can be changed here, and tools that change anything are neither listed nor carried out.';

/** A text without the sentences that lead to a tool which changes something. */
export function withoutWrites(text: string, tools: readonly Pick<Tool, 'name' | 'access'>[]): string {
  const writes = new Set(tools.filter(({ access }) => access !== 'read').map(({ name }) => name));
  return text
    .split(/(?<=[.!?;:])\s+/)
    .filter((sentence) => !(sentence.match(/[a-z]+(?:_[a-z]+)+/g) ?? []).some((word) => writes.has(word)))
    .join(' ')
    .replace(/[;:]$/, '.');
}
