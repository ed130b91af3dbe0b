import type { Settings } from '../config.ts';
import { cleanText } from '../text/clean-text.ts';
import { secretPattern } from './secret-pattern.ts';

const LEVELS = { silent: 0, error: 1, warn: 2, info: 3, debug: 4 } as const;
type Level = Exclude<keyof typeof LEVELS, 'silent'>;

/** The only fields that can reach a log. A key, a token or a cookie has no name here, so it has no way in. */
export interface LogFields {
  request_id?: string | undefined;
  method?: string | undefined;
  /** The matched route, never the raw address: addresses can carry secrets in their query. */
  route?: string | undefined;
  status?: number | undefined;
  duration_ms?: number | undefined;
  key_id?: string | undefined;
  workspace_id?: string | undefined;
  channel?: string | undefined;
  tool?: string | undefined;
  outcome?: string | undefined;
  code?: string | undefined;
  platform?: string | undefined;
  attempts?: number | undefined;
  address?: string | undefined;
  count?: number | undefined;
  own_ms?: number | undefined;
  platform_ms?: number | undefined;
  waited_ms?: number | undefined;
  requests?: number | undefined;
  resends?: number | undefined;
  detail?: string | undefined;
}

export interface Log {
  write(level: Level, event: string, fields?: LogFields): void;
  flush(): void;
}

interface Entry {
  at: number;
  level: Level;
  event: string;
  fields: LogFields;
}

const ENTRIES_GATHERED = 256;

/**
 * JSON lines, gathered for a moment and written together: a write for each request would cost more than the request,
 * and JSON for many lines in a row is far cheaper than for each between other work.
 */
export function createLog(
  level: Settings['logLevel'],
  sink: (lines: string) => void,
  now: () => number,
  /** Text that is replaced wherever it occurs in the free text of `detail`. */
  secrets = secretPattern([]),
): Log {
  let entries: Entry[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (entries.length === 0) return;
    const lines = entries.map((entry) => line(entry, secrets)).join('');
    entries = [];
    sink(lines);
  };
  return {
    flush,
    write(at, event, fields = {}) {
      if (LEVELS[at] > LEVELS[level]) return;
      entries.push({ at: now(), level: at, event, fields });
      if (at === 'error' || entries.length === ENTRIES_GATHERED) flush();
      else timer ??= setTimeout(flush, 100).unref();
    },
  };
}

/** Each field is named, so that no other gets through. One literal, because its JSON takes half the time of its parts. */
function line({ at, level, event, fields }: Entry, secrets: RegExp): string {
  const named = {
    at: timestamp(at),
    level,
    event,
    request_id: fields.request_id,
    method: fields.method,
    route: fields.route,
    status: fields.status,
    duration_ms: fields.duration_ms,
    key_id: fields.key_id,
    workspace_id: fields.workspace_id,
    channel: fields.channel,
    tool: fields.tool,
    outcome: fields.outcome,
    code: fields.code,
    platform: fields.platform,
    attempts: fields.attempts,
    address: fields.address,
    count: fields.count,
    own_ms: fields.own_ms,
    platform_ms: fields.platform_ms,
    waited_ms: fields.waited_ms,
    requests: fields.requests,
    resends: fields.resends,
    // A stranger's words may stand in it.
    detail: fields.detail && cleanText(fields.detail).replace(secrets, '[hidden]'),
  } satisfies Record<keyof LogFields | 'at' | 'level' | 'event', unknown>;
  return `${JSON.stringify(named)}\n`;
}

let lastSecond = { at: -1, text: '' };

/** Most lines of a busy moment share their second, so only the milliseconds are written again. */
function timestamp(at: number): string {
  const second = Math.floor(at / 1000);
  if (second !== lastSecond.at) lastSecond = { at: second, text: new Date(second * 1000).toISOString().slice(0, 20) };
  return `${lastSecond.text}${String(at % 1000).padStart(3, '0')}Z`;
}
