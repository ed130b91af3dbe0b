import type { WorkspaceRecord } from '../auth/directory.ts';

/** Live as soon as one of the channels is; null where none is connected. */
export function modeAmong(
  connections: WorkspaceRecord['connections'],
  channels: readonly string[],
): 'sandbox' | 'live' | null {
  const modes = connections.filter(({ channel }) => channels.includes(channel)).map(({ mode }) => mode);
  return modes.includes('live') ? 'live' : (modes[0] ?? null);
}
