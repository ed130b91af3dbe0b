import type { KeyRecord } from '../auth/key-records.ts';
import type { Home } from '../process/home.ts';
import { type Given, optional, required, UsageError } from './command.ts';
import { durationMs, momentMs } from './duration.ts';
import { minute, moment, withMoments } from './moments.ts';
import { channelsOf } from './named-channels.ts';
import { pointsOf } from './points.ts';
import { table } from './table.ts';
import { withVerbs } from './verbs.ts';
import { workspaceNamed } from './workspace-named.ts';

const ACTOR = 'command line';

const BY_ID = 'Name the key by its id; adhelm key list shows them.';

const PERMISSIONS = ['personal-data', 'custom-html'];

export const key = withVerbs(
  {
    name: 'key',
    takes: 'create|list|roll|limit|allow|deny|revoke [ID]',
    summary:
      'Makes, lists, replaces, limits and revokes API keys, and lets them see personal data or write custom HTML. A key is shown once, when it is made.',
    options: {
      workspace: { type: 'string', meaning: 'create, list: workspace, by name or id', value: 'NAME' },
      name: { type: 'string', meaning: 'create: what the key is for', value: 'NAME' },
      channels: { type: 'string', meaning: 'create: only these channels, separated by commas', value: 'LIST' },
      'read-only': { type: 'boolean', meaning: 'create: may read, may not change anything' },
      'organization-wide': { type: 'boolean', meaning: 'create: may name any workspace of the organization' },
      'personal-data': {
        type: 'boolean',
        meaning: 'create, allow, deny: may see what people wrote into lead forms',
      },
      'custom-html': {
        type: 'boolean',
        meaning: 'create, allow, deny: may write code of its own into tags of websites',
      },
      expires: { type: 'string', meaning: 'create: when it ends: 30d, 12h or a date', value: 'WHEN' },
      'rate-points': {
        type: 'string',
        meaning: 'create, limit: points per window for this key; limit: also default',
        value: 'NUMBER',
      },
      overlap: { type: 'string', meaning: 'roll: how long the old key still works (default 24h)', value: 'TIME' },
    },
  },
  {
    create: {
      options: [
        'workspace',
        'name',
        'channels',
        'read-only',
        'organization-wide',
        'personal-data',
        'custom-html',
        'expires',
        'rate-points',
      ],
      run: create,
    },
    list: { options: ['workspace'], run: list },
    roll: { options: ['overlap'], asksFor: BY_ID, run: roll },
    limit: { options: ['rate-points'], asksFor: BY_ID, run: limit },
    allow: { options: PERMISSIONS, asksFor: BY_ID, run: (home, given, id) => permit(home, given, id, true) },
    deny: { options: PERMISSIONS, asksFor: BY_ID, run: (home, given, id) => permit(home, given, id, false) },
    revoke: { options: [], asksFor: BY_ID, run: revoke },
  },
);

async function create(home: Home, given: Given): Promise<number> {
  const workspace = await workspaceNamed(home, required(given, 'workspace'));
  const channels = await channelsOf(given);
  const expires = optional(given, 'expires');
  const ratePoints = optional(given, 'rate-points');
  const made = await home.keyRing.create({
    workspaceId: workspace.id,
    name: optional(given, 'name') ?? 'unnamed',
    readOnly: given.options['read-only'] === true,
    organizationWide: given.options['organization-wide'] === true,
    personalData: given.options['personal-data'] === true,
    customHtml: given.options['custom-html'] === true,
    actor: ACTOR,
    ...(channels && { channels }),
    ...(expires !== undefined && { expiresAt: momentMs(expires, 'expires', Date.now()) }),
    ...(ratePoints !== undefined && { ratePoints: pointsOf(ratePoints) }),
  });
  given.print(
    given.json
      ? JSON.stringify(made)
      : `${made.key}\n\nShown this once. If it is lost, revoke it (${made.id}) and make another.`,
  );
  return 0;
}

async function list(home: Home, given: Given): Promise<number> {
  const named = optional(given, 'workspace');
  const workspace = named === undefined ? undefined : await workspaceNamed(home, named);
  const keys = await home.keyRing.list(workspace ? { workspaceId: workspace.id } : {});
  if (given.json) given.print(JSON.stringify({ keys: keys.map(withMoments) }));
  else
    given.print(
      keys.length
        ? table(
            ['id', 'workspace', 'name', 'key', 'status', 'access', 'channels', 'points', 'expires', 'last used'],
            keys.map(rowOf),
          )
        : 'No keys yet. Make one: adhelm key create --workspace NAME --name NAME',
    );
  return 0;
}

async function roll(home: Home, given: Given, id: string): Promise<number> {
  const { key, ...rolled } = await home.keyRing.roll(id, {
    overlapMs: durationMs(optional(given, 'overlap') ?? '24h', 'overlap'),
    actor: ACTOR,
  });
  const previousExpiresAt = moment(rolled.previousExpiresAt);
  given.print(
    given.json
      ? JSON.stringify({ key, id: rolled.id, previousExpiresAt })
      : `${key}\n\nShown this once. The old key works until ${previousExpiresAt}.`,
  );
  return 0;
}

async function limit(home: Home, given: Given, id: string): Promise<number> {
  const text = required(given, 'rate-points');
  const ratePoints = text === 'default' ? null : pointsOf(text, 'default');
  const changed = await home.keyRing.changeLimit(id, ratePoints, ACTOR);
  const allowed = ratePoints ?? given.settings.ratePoints;
  given.print(
    given.json
      ? JSON.stringify({ changed, ratePoints })
      : changed
        ? `It may spend ${allowed} points in ${given.settings.rateWindowS} seconds. A running service follows within a second.`
        : 'There is no such key, or it was revoked before.',
  );
  return changed ? 0 : 1;
}

async function permit(home: Home, given: Given, id: string, allowed: boolean): Promise<number> {
  const [one, ...others] = PERMISSIONS.filter((name) => given.options[name] === true);
  if (one === undefined || others.length > 0)
    throw new UsageError(
      `Say what: adhelm key allow ID or adhelm key deny ID with one of --${PERMISSIONS.join(', --')}.`,
    );
  const isCode = one === 'custom-html';
  const { keyRing } = home;
  const changed = await (isCode
    ? keyRing.allowCustomHtml(id, allowed, ACTOR)
    : keyRing.allowPersonalData(id, allowed, ACTOR));
  const what = isCode ? 'write code of its own into tags of websites' : 'see what people wrote into lead forms';
  given.print(
    given.json
      ? JSON.stringify({ changed, [isCode ? 'customHtml' : 'personalData']: allowed })
      : changed
        ? `It ${allowed ? 'may now' : 'may no longer'} ${what}. A running service follows within a second.`
        : 'There is no such key, or it was revoked before.',
  );
  return changed ? 0 : 1;
}

async function revoke(home: Home, given: Given, id: string): Promise<number> {
  const revoked = await home.keyRing.revoke(id, ACTOR);
  given.print(
    given.json
      ? JSON.stringify({ revoked })
      : revoked
        ? 'Revoked. It stops working everywhere within one second.'
        : 'There is no such key, or it was revoked before.',
  );
  return revoked ? 0 : 1;
}

function rowOf(one: KeyRecord): string[] {
  return [
    one.id,
    one.organizationWide ? `${one.workspaceName} and all others` : one.workspaceName,
    one.name,
    `…${one.lastFour}`,
    one.status,
    `${one.readOnly ? 'read' : 'read-write'}${one.personalData ? ', personal data' : ''}${one.customHtml ? ', custom html' : ''}`,
    one.channels?.join(', ') ?? 'all',
    one.ratePoints === undefined ? 'default' : String(one.ratePoints),
    minute(one.expiresAt),
    minute(one.lastUsedAt),
  ];
}
