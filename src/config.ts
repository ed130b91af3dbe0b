import { readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { address, bytes, isNetwork, list, oneOf, own, type Setting, text, whole } from './setting-kinds.ts';

/** A channel is named after its folder. */
const CHANNELS = readdirSync(join(import.meta.dirname, 'channels'));

export const SETTINGS = {
  host: text({
    env: 'ADHELM_HOST',
    meaning: 'Address to listen on. Anything but loopback makes the service reachable from other machines.',
    fallback: '127.0.0.1',
  }),
  port: whole({ env: 'ADHELM_PORT', meaning: 'Port to listen on; 0 takes a free one.', fallback: 4800 }, 0, 65535),
  data: text({
    env: 'ADHELM_DATA',
    meaning: 'Folder that holds everything the service remembers.',
    fallback: './data',
    allowed: 'a folder path',
  }),
  publicUrl: address({
    env: 'ADHELM_PUBLIC_URL',
    meaning:
      'The address people and programs use, like https://ads.example.com: links, redirect addresses, the check of Origin, secure cookies and /openapi.json follow from it. Empty: the local one.',
    fallback: '',
  }),
  logLevel: oneOf(
    { env: 'ADHELM_LOG_LEVEL', meaning: 'How much is logged, as JSON lines on standard error.', fallback: 'info' },
    ['silent', 'error', 'warn', 'info', 'debug'] as const,
  ),
  masterKey: bytes({
    env: 'ADHELM_MASTER_KEY',
    meaning:
      'The key that all stored secrets are wrapped by: 32 bytes as hex or base64. Empty: made once and kept in the data folder as master.key.',
  }),
  masterKeyPrevious: bytes({
    env: 'ADHELM_MASTER_KEY_PREVIOUS',
    meaning:
      'The master key before ADHELM_MASTER_KEY, while one is replaced by the other (adhelm rotate-master-key). Empty: there is none.',
  }),
  databaseUrl: {
    env: 'ADHELM_DATABASE_URL',
    meaning:
      'A PostgreSQL database for what the service remembers, so that several processes and machines can serve it together. Empty: a file in the data folder.',
    fallback: '' as string,
    secret: true,
    allowed: 'an address like postgres://user:password@host:5432/database, or empty',
    parse: (value: string) => (value === '' || /^postgres(?:ql)?:\/\/\S+$/.test(value) ? value : undefined),
  },
  databaseConnectionsMax: whole(
    {
      env: 'ADHELM_DATABASE_CONNECTIONS_MAX',
      meaning: 'Most connections one process opens to the PostgreSQL database; one writes at a time, the others read.',
      fallback: 10,
    },
    3,
    1_000,
  ),
  databaseOutageReadsS: whole(
    {
      env: 'ADHELM_DATABASE_OUTAGE_READS_S',
      meaning:
        'While the PostgreSQL database cannot be reached: how long, in seconds, keys that were seen before go on reading. A key revoked in that time works on for as long; 0 refuses at once.',
      fallback: 60,
    },
    0,
    86_400,
  ),
  sandbox: oneOf(
    {
      env: 'ADHELM_SANDBOX',
      meaning: 'Whether the sandbox of the platforms is started beside the service.',
      fallback: 'on',
    },
    ['on', 'off'] as const,
  ),
  sandboxPort: whole(
    {
      env: 'ADHELM_SANDBOX_PORT',
      meaning:
        'First port of the sandbox: its control address; the platforms take the next ones. Where one is taken, the next free ones are used and printed; 0 takes any free ones.',
      fallback: 4810,
    },
    0,
    65529,
  ),
  jobs: oneOf(
    {
      env: 'ADHELM_JOBS',
      meaning:
        'Whether this process checks monitors, fills the history and sends what is due. One of the processes that share a database has to.',
      fallback: 'on',
    },
    ['on', 'off'] as const,
  ),
  auditDays: whole(
    {
      env: 'ADHELM_AUDIT_DAYS',
      meaning:
        'Days that entries of the audit log are kept. Older ones are removed while the service runs, and the log verifies from there on; 0 keeps all.',
      fallback: 0,
    },
    0,
    36_500,
  ),
  leadDays: whole(
    {
      env: 'ADHELM_LEAD_DAYS',
      meaning: 'Days that leads are kept here after they came in. Older ones are removed while the service runs.',
      fallback: 90,
    },
    1,
    3_650,
  ),
  historyDays: whole(
    {
      env: 'ADHELM_HISTORY_DAYS',
      meaning:
        'Closed days of every account that are kept here, campaign by campaign, for monitors and charts. Older ones are removed while the service runs.',
      fallback: 400,
    },
    60,
    1_100,
  ),
  ratePoints: whole(
    {
      env: 'ADHELM_RATE_POINTS',
      meaning: 'Points a key may spend per window; a read costs 1, a write 3.',
      fallback: 9000,
    },
    1,
    1_000_000_000,
  ),
  rateWindowS: whole(
    { env: 'ADHELM_RATE_WINDOW_S', meaning: 'Length of the sliding window in seconds.', fallback: 300 },
    1,
    86_400,
  ),
  authFailuresMax: whole(
    {
      env: 'ADHELM_AUTH_FAILURES_MAX',
      meaning: 'Failed keys one address may present per minute before it gets 429.',
      fallback: 60,
    },
    1,
    1_000_000,
  ),
  bodyBytesMax: whole(
    { env: 'ADHELM_BODY_BYTES_MAX', meaning: 'Largest request body in bytes.', fallback: 1_048_576 },
    1024,
    67_108_864,
  ),
  callDeadlineMs: whole(
    { env: 'ADHELM_CALL_DEADLINE_MS', meaning: 'Longest a tool call may take, in milliseconds.', fallback: 120_000 },
    1000,
    3_600_000,
  ),
  stopDeadlineMs: whole(
    {
      env: 'ADHELM_STOP_DEADLINE_MS',
      meaning:
        'Longest that the answer of stop_spending waits for one channel, in milliseconds. What is still under way then is finished all the same.',
      fallback: 3_500,
    },
    100,
    600_000,
  ),
  reportDeadlineMs: whole(
    {
      env: 'ADHELM_REPORT_DEADLINE_MS',
      meaning: 'Longest a report over several channels waits for one of them, in milliseconds.',
      fallback: 60_000,
    },
    100,
    3_600_000,
  ),
  reportCacheBytes: whole(
    {
      env: 'ADHELM_REPORT_CACHE_BYTES',
      meaning:
        'Most memory for what was read before and hardly changes (numbers of closed days, targeting catalogues), in bytes; 0 keeps none.',
      fallback: 16_777_216,
    },
    0,
    1_073_741_824,
  ),
  requestTimeoutMs: whole(
    {
      env: 'ADHELM_REQUEST_TIMEOUT_MS',
      meaning:
        'A client that has not sent its whole request by then is dropped; a file that somebody uploads has forty times as long.',
      fallback: 15_000,
    },
    100,
    600_000,
  ),
  shutdownGraceMs: whole(
    {
      env: 'ADHELM_SHUTDOWN_GRACE_MS',
      meaning: 'How long calls in flight may finish when the service is told to stop.',
      fallback: 30_000,
    },
    0,
    600_000,
  ),
  connectionsMax: whole(
    {
      env: 'ADHELM_CONNECTIONS_MAX',
      meaning: 'Connections open at once; for a further one, the one that has been idle for the longest is closed.',
      fallback: 4096,
    },
    1,
    1_000_000,
  ),
  inFlightMax: whole(
    {
      env: 'ADHELM_IN_FLIGHT_MAX',
      meaning: 'Requests worked on at once; more get 503 with Retry-After.',
      fallback: 1000,
    },
    1,
    1_000_000,
  ),
  smtpUrl: own<string>({
    env: 'ADHELM_SMTP_URL',
    meaning:
      'The mail server for alerts and scheduled reports, e.g. smtps://user:password@mail.example.com:465; ADHELM_MAIL_FROM is needed, too. Empty: no mails, and nothing for them is loaded.',
    fallback: '',
    secret: true,
    allowed: 'a smtp:// or smtps:// address, or empty',
    parse: (value) => (value === '' || (URL.canParse(value) && /^smtps?:\/\//.test(value)) ? value : undefined),
  }),
  mailFrom: own<string>({
    env: 'ADHELM_MAIL_FROM',
    meaning: 'The address that mails come from, e.g. adhelm@example.com.',
    fallback: '',
    allowed: 'one mail address, or empty',
    parse: (value) => (value === '' || /^[^\s@<>,;:"]+@[^\s@<>,;:"]+$/.test(value) ? value : undefined),
  }),
  inwardReceivers: list(
    {
      env: 'ADHELM_INWARD_RECEIVERS',
      meaning:
        'Receivers of webhooks inside your own network, like http://n8n:5678. Without them webhooks reach nothing but the public internet, by https.',
      fallback: [],
      allowed: 'origins like http://n8n:5678, separated by commas',
    },
    /^https?:\/\/[^/\s]+$/,
  ),
  redisUrl: own<string>({
    env: 'ADHELM_REDIS_URL',
    meaning:
      'Redis or Valkey, for limits, paces and changes that several processes share, e.g. redis://:password@127.0.0.1:6379/0. Empty: this process is alone, and nothing for it is loaded.',
    fallback: '',
    secret: true,
    allowed: 'a redis:// or rediss:// address, or empty',
    parse: (value) => (value === '' || (URL.canParse(value) && /^rediss?:\/\//.test(value)) ? value : undefined),
  }),
  workers: whole(
    {
      env: 'ADHELM_WORKERS',
      meaning:
        'Processes that serve together on this machine. More than one needs ADHELM_DATABASE_URL and ADHELM_REDIS_URL: they have to share what they know.',
      fallback: 1,
    },
    1,
    256,
  ),
  slowCallMs: whole(
    {
      env: 'ADHELM_SLOW_CALL_MS',
      meaning: 'A tool call that takes longer is logged with where its time went, in milliseconds.',
      fallback: 2_000,
    },
    1,
    3_600_000,
  ),
  otlpEndpoint: own<string>({
    env: 'OTEL_EXPORTER_OTLP_ENDPOINT',
    meaning:
      'Where traces are sent to by OTLP over HTTP, e.g. http://127.0.0.1:4318; headers and time limits by the standard OTEL_EXPORTER_OTLP_HEADERS and _TIMEOUT. Empty: nothing is traced, and nothing for it is loaded.',
    fallback: '',
    allowed: 'an http or https address, or empty',
    parse: (value) =>
      value === '' || (URL.canParse(value) && /^https?:\/\//.test(value)) ? value.replace(/\/+$/, '') : undefined,
  }),
  traceRatio: own<number>({
    env: 'OTEL_TRACES_SAMPLER_ARG',
    meaning: 'The share of calls that are traced, where the caller has not decided it.',
    fallback: 1,
    allowed: 'a number from 0 to 1',
    parse: (value) => (/^(?:0|1|0?\.\d{1,9}|1\.0+)$/.test(value) ? Number(value) : undefined),
  }),
  allowedOrigins: list(
    {
      env: 'ADHELM_ALLOWED_ORIGINS',
      meaning: 'Browser origins that may call, besides the service itself.',
      fallback: [],
      allowed: 'origins like https://app.example.com, separated by commas',
    },
    /^https?:\/\/[^/\s]+$/,
  ),
  signInRedirects: list(
    {
      env: 'ADHELM_SIGN_IN_REDIRECTS',
      meaning:
        'Where clients that people connect by signing in may take the answer to, besides loopback and the known ones (Claude, ChatGPT, Cursor, VS Code).',
      fallback: [],
      allowed: 'origins like https://agent.example.com or app://host, separated by commas',
    },
    /^[a-z][a-z0-9+.-]*:\/\/[^/\s]+$/,
  ),
  pathNames: list(
    {
      env: 'ADHELM_PATH_NAMES',
      meaning: 'Further path names for channels and the office segment; the neutral words always work.',
      fallback: [],
      allowed: "pairs like search=google,office=docs; a name stands for one channel, and is no channel's own",
    },
    new RegExp(`^(${CHANNELS.join('|')})=(?!(?:${CHANNELS.join('|')})$)[a-z0-9][a-z0-9-]{0,40}$`),
    (pairs) => new Set(pairs.map((pair) => pair.split('=')[1])).size === new Set(pairs).size,
  ),
  trustProxy: own({
    env: 'ADHELM_TRUST_PROXY',
    meaning:
      'Whose X-Forwarded-For names the caller: `on` a reverse proxy on loopback, or the addresses and networks of proxies elsewhere, like 172.16.0.0/12 for containers.',
    fallback: 'off' as string,
    allowed: 'on, off, or addresses and networks separated by commas',
    parse: (value: string) =>
      value === 'on' || value === 'off' || value.split(',').every((part) => isNetwork(part.trim())) ? value : undefined,
  }),
} satisfies Record<string, Setting<never> | Setting<string> | Setting<number> | Setting<readonly string[]>>;

type SettingName = keyof typeof SETTINGS;
export type Settings = { readonly [K in SettingName]: (typeof SETTINGS)[K]['fallback'] };

/** A setting that cannot be used stops the start, with its name, its value and what is allowed. */
export class SettingError extends Error {
  override name = 'SettingError';
}

type Environment = Readonly<Record<string, string | undefined>>;

/** Defaults, then the environment, then the options of the command line. */
export function loadSettings(environment: Environment, flags: Partial<Record<SettingName, string>> = {}): Settings {
  refuseUnknown(environment);
  const settings = Object.fromEntries(
    Object.entries(SETTINGS).map(([name, row]) => {
      const given = flags[name as SettingName] ?? fromEnvironment(row.env, environment);
      return [name, given === undefined ? row.fallback : parsed(name, row as Setting<unknown>, given)];
    }),
  ) as { -readonly [K in keyof Settings]: Settings[K] };
  settings.data = isAbsolute(settings.data) ? settings.data : resolve(settings.data);
  return Object.freeze(settings);
}

function fromEnvironment(env: string, environment: Environment): string | undefined {
  const file = environment[`${env}_FILE`];
  if (file === undefined) return environment[env];
  if (environment[env] !== undefined) throw new SettingError(`${env} and ${env}_FILE are both set; keep one of them.`);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    throw new SettingError(`${env}_FILE is ${JSON.stringify(file)}, which cannot be read. Name a readable file.`);
  }
}

function parsed(name: string, row: Setting<unknown>, given: string): unknown {
  const value = row.parse(given.trim());
  if (value !== undefined) return value;
  const shown = row.secret ? '(hidden)' : JSON.stringify(given);
  throw new SettingError(`${row.env} (${name}) is ${shown}; allowed: ${row.allowed}.`);
}

/** A misspelt setting would silently do nothing. Variables of programs that call the service are left alone. */
const FOR_CALLERS = new Set(['ADHELM_API_KEY', 'ADHELM_URL']);

function refuseUnknown(environment: Environment): void {
  const known = new Set(Object.values(SETTINGS).flatMap((row) => [row.env, `${row.env}_FILE`]));
  for (const name of Object.keys(environment)) {
    if (name.startsWith('ADHELM_') && !known.has(name) && !FOR_CALLERS.has(name)) {
      throw new SettingError(`${name} is not a setting. docs/configuration.md lists them all.`);
    }
  }
}
