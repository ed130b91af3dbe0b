import type { Settings } from './config.ts';

const LEVELS = { silent: 0, error: 1, warn: 2, info: 3, debug: 4 } as const;
type Level = Exclude<keyof typeof LEVELS, 'silent'>;

/** The only fields that can reach a log. A key, a token or a cookie has no name here, so it has no way in. */
export interface LogFields {
  request_id?: string;
  method?: string;
  /** The matched route, never the raw address: addresses can carry secrets in their query. */
  route?: string;
  status?: number;
  duration_ms?: number;
  key_id?: string;
  workspace_id?: string;
  channel?: string;
  tool?: string;
  outcome?: string;
  code?: string;
  platform?: string;
  attempts?: number;
  address?: string;
  count?: number;
  detail?: string;
}

const FIELDS = [
  'request_id',
  'method',
  'route',
  'status',
  'duration_ms',
  'key_id',
  'workspace_id',
  'channel',
  'tool',
  'outcome',
  'code',
  'platform',
  'attempts',
  'address',
  'count',
  'detail',
] as const satisfies readonly (keyof LogFields)[];

/** What a secret looks like, wherever it turns up inside the free text of `detail`. */
const SECRET =
  /sk_live_[A-Za-z0-9]+|Bearer\s+\S+|ya29\.[\w.-]+|1\/\/[\w.-]+|EAA\w{20,}|(?<=(?:access_token|refresh_token|client_secret|appsecret_proof|password|code)["']?[=:]["']?)[^&"'\s,}]+/gi;

export interface Log {
  write(level: Level, event: string, fields?: LogFields): void;
  flush(): void;
}

/** JSON lines, gathered for a moment and written together: a write per request would cost more than the request. */
export function createLog(level: Settings['logLevel'], sink: (text: string) => void, now: () => number): Log {
  let pending = '';
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (pending === '') return;
    const text = pending;
    pending = '';
    sink(text);
  };
  return {
    flush,
    write(at, event, fields = {}) {
      if (LEVELS[at] > LEVELS[level]) return;
      pending += `${line(at, event, fields, now())}\n`;
      if (at === 'error' || pending.length > 65_536) flush();
      else timer ??= setTimeout(flush, 100).unref();
    },
  };
}

function line(level: Level, event: string, fields: LogFields, at: number): string {
  const entry: Record<string, unknown> = { at: new Date(at).toISOString(), level, event };
  for (const name of FIELDS) {
    const value = fields[name];
    if (value !== undefined) entry[name] = typeof value === 'string' ? value.replace(SECRET, '[hidden]') : value;
  }
  return JSON.stringify(entry);
}
