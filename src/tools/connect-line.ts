import { shellWord } from '../text/shell-word.ts';

interface Place {
  channel: string;
  workspace: string;
  mode: 'sandbox' | 'live';
}

/** The command that reconnects a channel of a workspace. FILE is the operator's own file of credentials. */
function connectLine({ channel, workspace, mode }: Place): string {
  const from = mode === 'sandbox' ? '--sandbox' : '--credentials FILE';
  return `adhelm connect ${channel} --workspace ${shellWord(workspace)} ${from}`;
}

/**
 * Errors say `(adhelm connect social)` where they are made, without knowing the workspace; this completes the command, so that it runs
 * as it is printed.
 */
export function withConnectLine(text: string, place: Place): string {
  return text.replace(/\(adhelm connect(?: ([a-z]+))?(?: CHANNEL)?\)/g, (_, channel: string | undefined) => {
    return `(${connectLine({ ...place, channel: channel ?? place.channel })})`;
  });
}
