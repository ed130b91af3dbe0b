import { Failure } from '../errors.ts';
import { answerTo } from './call-tool.ts';
import type { Looker } from './looker.ts';

type Json = Record<string, unknown>;

/** The most a list answers with: a page more would be another request of the platform's fifteen a minute. */
const LIST_MAX = 1_000;

/** Where a container is; the account left out: the configured one. */
export interface TagPlace {
  container: string;
  account?: string | undefined;
}

const accountArgument = (account: string | undefined) => (account === undefined ? {} : { account_id: account });
const placeArguments = ({ container, account }: TagPlace) => ({ ...accountArgument(account), container_id: container });

const ask = (looker: Looker, tool: string, args: Json) => answerTo(looker, 'tags', tool, args);

/** All of an account, or the one behind a `GTM-…`. */
export async function containersIn(looker: Looker, account: string | undefined, publicId: string | undefined) {
  const of = publicId === undefined ? { limit: LIST_MAX } : { container_id: publicId };
  const { containers } = await ask(looker, 'list_containers', { ...accountArgument(account), ...of });
  return { containers: listOf(containers).map(containerOf) };
}

function containerOf(one: Json) {
  return {
    id: textOf(one.container_id),
    publicId: textOf(one.public_id),
    name: textOf(one.name),
    account: textOf(one.account_id),
    kind: textOf(one.kind),
    domains: textsOf(one.domains),
    url: textOrNull(one.url),
  };
}

export async function accountsIn(looker: Looker) {
  const { accounts } = await ask(looker, 'list_tag_accounts', { limit: LIST_MAX });
  return { accounts: listOf(accounts).map((one) => ({ id: textOf(one.account_id), name: textOf(one.name) })) };
}

export async function contentsOf(looker: Looker, place: TagPlace) {
  const asked = { ...placeArguments(place), with_latest: true, limit: LIST_MAX };
  const read = await ask(looker, 'get_container', asked).catch((error: unknown): Json => {
    if (isNeverPublished(error)) return {};
    throw error;
  });
  const [live, latest] = [versionOf(read.version), versionOf(read.latest)];
  return {
    live,
    saved: latest?.id === live?.id ? null : latest,
    tags: listOf(read.tags).map((one) => ({
      ...thingOf(one, 'tag_id'),
      paused: one.paused === true,
      firesOn: listOf(one.fires_on).map(({ name }) => textOf(name)),
      blockedBy: listOf(one.blocked_by).map(({ name }) => textOf(name)),
      consent: { status: textOf(recordOf(one.consent).status), types: textsOf(recordOf(one.consent).types) },
    })),
    triggers: listOf(read.triggers).map((one) => ({
      ...thingOf(one, 'trigger_id'),
      when: textOf(one.when),
      usedBy: textsOf(one.fires),
    })),
    variables: listOf(read.variables).map((one) => ({
      ...thingOf(one, 'variable_id'),
      usedBy: textsOf(one.used_by),
    })),
    isCut: read.next_cursor !== undefined || read.truncated !== undefined,
  };
}

/** Such a container has drafts and no contents that visitors get. */
function isNeverPublished(error: unknown): boolean {
  return error instanceof Failure && error.code === 'not_found' && /was ever published/.test(error.details.message);
}

/** The settings of one object in full: long texts are shown in part where all objects are. */
export async function wholeSettings(looker: Looker, place: TagPlace, kind: 'tag' | 'trigger' | 'variable', id: string) {
  const read = await ask(looker, 'get_container', { ...placeArguments(place), [`${kind}_id`]: id });
  return { settings: settingsOf(listOf(read[`${kind}s`])[0] ?? {}) };
}

function thingOf(one: Json, idField: string) {
  return {
    id: textOf(one[idField]),
    name: textOf(one.name),
    type: textOf(one.type),
    kind: textOf(one.kind_in_words) || textOf(one.type),
    settings: settingsOf(one),
    shortened: textsOf(one.shortened),
    folder: textOrNull(one.folder),
    notes: textOrNull(one.notes),
  };
}

function settingsOf({ parameters, settings }: Json) {
  return [recordOf(parameters), recordOf(settings)].flatMap((some) =>
    Object.entries(some).map(([name, value]) => ({ name, value })),
  );
}

function versionOf(value: unknown) {
  const { version_id, name, notes } = recordOf(value);
  return version_id === undefined ? null : { id: textOf(version_id), name: textOrNull(name), notes: textOrNull(notes) };
}

export async function draftsIn(looker: Looker, place: TagPlace) {
  const { tag_workspaces } = await ask(looker, 'list_tag_workspaces', { ...placeArguments(place), limit: LIST_MAX });
  return {
    drafts: listOf(tag_workspaces).map((one) => ({
      id: textOf(one.tag_workspace_id),
      name: textOf(one.name),
      isOurs: one.is_ours === true,
      description: textOrNull(one.description),
    })),
  };
}

export async function changesIn(looker: Looker, place: TagPlace, draft: string) {
  const asked = { ...placeArguments(place), tag_workspace_id: draft, limit: LIST_MAX };
  const read = await ask(looker, 'get_tag_changes', asked);
  return {
    changes: listOf(read.changes).map((one) => ({
      ...objectOf(one),
      change: wordOf(one.change),
      words: textOf(one.words),
      isOwn: one.own !== false,
      fields: fieldsOf(one.fields, 'from', 'to'),
    })),
    conflicts: listOf(read.conflicts).map((one) => ({
      ...objectOf(one),
      inDraft: textOf(one.in_draft),
      inVersion: textOf(one.in_version),
      fields: fieldsOf(one.fields, 'in_draft', 'in_version'),
    })),
    notes: textsOf(read.notes),
    isCut: read.next_cursor !== undefined || read.truncated !== undefined,
  };
}

const objectOf = (one: Json) => ({ kind: textOf(one.kind), id: textOf(one.id), name: textOf(one.name) });

function fieldsOf(fields: unknown, from: string, to: string) {
  return Object.entries(recordOf(fields)).map(([field, value]) => {
    const sides = recordOf(value);
    return { field, from: sides[from], to: sides[to] };
  });
}

function wordOf(change: unknown): 'added' | 'updated' | 'deleted' {
  return change === 'added' || change === 'deleted' ? change : 'updated';
}

export async function auditOf(looker: Looker, place: TagPlace) {
  const read = await ask(looker, 'audit_container', { ...placeArguments(place), limit: LIST_MAX });
  return {
    before: mendOf(recordOf(read.before_mending)),
    findings: listOf(read.findings).map((one) => ({
      severity: textOf(one.severity),
      kind: textOf(one.kind),
      what: textOf(one.what),
      objects: listOf(one.objects).map(({ name, kind }) => [kind, name].map(textOf).filter(Boolean).join(' ')),
      mend: mendOf(recordOf(one.mend)),
      whyNoMend: textOrNull(one.why_no_mend),
    })),
    notes: [...listOf(read.missing).map(({ channel, reason }) => missingText(channel, reason)), ...textsOf(read.notes)],
  };
}

const missingText = (channel: unknown, reason: unknown) =>
  `Conversions of ${textOf(channel)} were not compared. ${textOf(reason)}`;

function mendOf({ tool, channel, arguments: args }: Json) {
  if (typeof tool !== 'string') return null;
  return { channel: textOf(channel) || 'tags', tool, arguments: recordOf(args) };
}

function recordOf(value: unknown): Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};
}

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value.map(recordOf) : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textOrNull = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).filter((one): one is string => typeof one === 'string');
