import { Tag } from './tag.tsx';

export type Mode = 'live' | 'sandbox';

/** Hatched means sandbox, here as everywhere. */
export function ModeTag({ mode }: { mode: Mode | null }) {
  if (mode === null) return <Tag>Not connected</Tag>;
  return <Tag tone={mode}>{mode === 'live' ? 'Live' : 'Sandbox'}</Tag>;
}
