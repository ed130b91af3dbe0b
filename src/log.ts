import type { Settings } from './config.ts';

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
  detail?: string | undefined;
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

const GATHERED_BYTES = 65_536;
/** What a character can take in UTF-8, at most. */
const BYTES_PER_CHARACTER = 3;

/** JSON lines, gathered for a moment and written together: a write per request would cost more than the request. */
export function createLog(level: Settings['logLevel'], sink: (lines: Buffer) => void, now: () => number): Log {
  let gathered: Buffer | undefined;
  let used = 0;
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const lines = gathered?.subarray(0, used);
    gathered = undefined;
    used = 0;
    if (lines) sink(lines);
  };
  return {
    flush,
    write(at, event, fields = {}) {
      if (LEVELS[at] > LEVELS[level]) return;
      const text = `${line(at, event, fields, now())}\n`;
      const bytesMax = text.length * BYTES_PER_CHARACTER;
      if (used + bytesMax > GATHERED_BYTES) flush();
      gathered ??= Buffer.allocUnsafe(Math.max(GATHERED_BYTES, bytesMax));
      used += gathered.write(text, used);
      if (at === 'error') flush();
      else timer ??= setTimeout(flush, 100).unref();
    },
  };
}

function line(level: Level, event: string, fields: LogFields, at: number): string {
  let text = `{"at":"${timestamp(at)}","level":"${level}","event":"${event}"`;
  for (const name of FIELDS) {
    const value = fields[name];
    if (value === undefined) continue;
    text += `,"${name}":${name === 'detail' ? quoted(String(value).replace(SECRET, '[hidden]')) : quoted(value)}`;
  }
  return `${text}}`;
}

/** Most of what is logged needs no escaping, and seeing that is cheaper than doing it. */
const PLAIN = /^[\w ./:-]*$/;

function quoted(value: string | number): string {
  return typeof value === 'number' || !PLAIN.test(value) ? JSON.stringify(value) : `"${value}"`;
}

let lastSecond = { at: -1, text: '' };

/** Most lines of a busy moment share their second: only the milliseconds are written anew. */
function timestamp(at: number): string {
  const second = Math.floor(at / 1000);
  if (second !== lastSecond.at) lastSecond = { at: second, text: new Date(second * 1000).toISOString().slice(0, 20) };
  return `${lastSecond.text}${String(at % 1000).padStart(3, '0')}Z`;
}
