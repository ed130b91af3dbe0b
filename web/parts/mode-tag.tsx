import { Tag } from './tag.tsx';

export type Mode = 'live' | 'sandbox';

/** `Live`, `Sandbox` or `Not connected`; the sandbox is hatched everywhere in the application. */
export function ModeTag({ mode }: { mode: Mode | null }) {
  if (mode === null) return <Tag>Not connected</Tag>;
  return <Tag tone={mode}>{mode === 'live' ? 'Live' : 'Sandbox'}</Tag>;
}
