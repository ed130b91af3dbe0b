import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Failure } from '../../../errors.ts';
import { defineTool, type ToolContext } from '../../../tools/define-tool.ts';
import { keptBy, OptionalReads } from '../../../tools/diagnosis.ts';
import { Id, oneLine } from '../../../tools/fields.ts';
import { notFound } from '../../../tools/not-found.ts';
import { exactlyOne } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { TagsClient } from '../client.ts';
import { type Checked, readForCheck } from '../delivery/checks/checked-contents.ts';
import { connectedAccounts } from '../delivery/checks/connected-accounts.ts';
import { type Reason, ReasonOutput, reasonsOf } from '../delivery/checks/diagnosis.ts';
import { firstCall, handed, type Workplace, workplaceOf } from '../delivery/checks/mending-calls.ts';
import { ContainerId, type Place, placeOf } from '../resources/containers/container.ts';
import { isNeverPublished, NO_CONTENTS } from '../resources/containers/contents.ts';
import { ownRecord } from '../resources/containers/own-record.ts';
import { latestOrNone } from '../resources/containers/version.ts';
import { viewOf } from '../resources/objects/container-view.ts';
import { shownTag } from '../resources/objects/object-view.ts';
import { sendsOf } from '../resources/objects/sends.ts';
import type { Tag } from '../wire.ts';

/** Custom HTML is shown whole by get_container. */
const TEXT_CHARACTERS_MAX = 200;

const input = z.strictObject({
  container_id: ContainerId,
  tag_id: Id.optional().describe('One of these'),
  name: oneLine(200).optional().describe('One of these'),
  tag_workspace_id: Id.optional().describe('Draft, instead of the live version'),
});
type Asked = z.output<typeof input>;

export default defineTool(channel, {
  name: 'diagnose_tag',
  title: 'Why does this tag not fire?',
  description:
    'Why a tag does not fire or what it sends is not counted: paused, no or impossible triggers, blocked, schedule, consent, not published, ids that no connected account has; each with the call that mends it.',
  toolset: 'checks',
  access: 'read',
  repeat: 'safe',
  scopes: ['tagmanager.readonly'],
  input,
  output: z.object({
    tag: z.looseObject({ tag_id: z.string(), name: z.string() }).describe('As in get_container'),
    read: z.looseObject({}).describe('Which version or draft'),
    fires: z.boolean().describe('Nothing found stops it'),
    keeps_from_firing: z.array(z.string()),
    before_mending: z.looseObject({}).optional().describe('Call to make before any mend'),
    findings: z.array(ReasonOutput).describe('What stops it first; mend is a ready call'),
    last_change: z.string().optional().describe('Who, as far as it went through here'),
    missing: z.array(z.looseObject({})).optional().describe('Channels that could not be read'),
    unchecked: z.array(z.string()).optional().describe('What could not be read'),
  }),
  rules: (args) => exactlyOne(args, ['tag_id', 'name']),
  async run(asked, context) {
    const { client } = context;
    const place = await placeOf(asked.container_id, context);
    const { checked, tag, unpublished: notLive, draft } = await subjectOf(asked, place, client);
    const view = await viewOf(checked.contents, { now: context.now(), isServer: checked.isServer });
    const platforms = [...new Set(sendsOf(tag, view).map(({ platform }) => platform))];
    const { connected, missing } = await connectedAccounts(context, platforms);
    const reads = new OptionalReads();
    const reasons = [...(notLive ? [notLive] : []), ...reasonsOf(tag, view, connected)];
    const needsDraft = reasons.some(({ mend }) => mend);
    const workplace = needsDraft
      ? await reads.of<Workplace | undefined>('drafts', workplaceOf(client, place, draft), undefined)
      : undefined;
    const lastChange = await reads.of('last change', lastChangeOf(tag, place, context), undefined);
    const findings = shown(reasons, workplace);
    const stopping = findings.filter(({ stops }) => stops);
    return {
      tag: shownTag(tag, view.names, { textMax: TEXT_CHARACTERS_MAX }),
      read: checked.read,
      fires: stopping.length === 0,
      keeps_from_firing: keptBy(stopping.map((one) => ({ ...one, about: 'status', level: 'tag', id: tag.tagId }))),
      ...(workplace?.first && { before_mending: firstCall(workplace.first) }),
      findings: [...stopping, ...findings.filter(({ stops }) => !stops)],
      ...(lastChange && { last_change: lastChange }),
      ...(missing.length > 0 && { missing }),
      ...(reads.unchecked.length > 0 && { unchecked: reads.unchecked }),
    };
  },
});

interface Subject {
  checked: Checked;
  tag: Tag;
  /** A note that visitors get another version of the tag, or none. */
  unpublished?: Reason;
  /** The draft that changes would go into, where it is known already. */
  draft?: string | undefined;
}

/** The tag where it was asked for; one that is not live is looked for in our draft. */
async function subjectOf(asked: Asked, place: Place, client: TagsClient): Promise<Subject> {
  const live = await readForCheck(client, place, {}).catch((error: unknown): Checked => {
    if (isNeverPublished(error)) return { contents: NO_CONTENTS, read: {}, isServer: false };
    throw error;
  });
  const published = tagIn(live, asked);
  if (asked.tag_workspace_id === undefined && published) return { checked: live, tag: published };
  const own = asked.tag_workspace_id ?? (await workplaceOf(client, place, undefined)).arguments.tag_workspace_id;
  const elsewhere = own === undefined ? await savedVersion(client, place, live) : { tag_workspace_id: own };
  const checked = elsewhere && (await readForCheck(client, place, elsewhere));
  const tag = checked && tagIn(checked, asked);
  if (!checked || !tag) throw unknownTag(asked, published !== undefined);
  const before = live.contents.tags.find(({ tagId }) => tagId === tag.tagId);
  if (before && isSame(before, tag)) return { checked, tag, draft: own };
  return { checked, tag, unpublished: unpublished(checked.read, before !== undefined), draft: own };
}

/** The newest version, where it is not the live one. */
async function savedVersion(client: TagsClient, place: Place, { read }: Checked) {
  const id = (await latestOrNone(client, place))?.containerVersionId;
  return id === undefined || id === read.version_id ? undefined : { version_id: id };
}

function tagIn({ contents: { tags } }: Checked, { tag_id, name = '' }: Asked): Tag | undefined {
  if (tag_id !== undefined) return tags.find(({ tagId }) => tagId === tag_id);
  const same = tags.filter((tag) => tag.name.toLowerCase() === name.toLowerCase());
  return tags.find((tag) => tag.name === name) ?? (same.length === 1 ? same[0] : undefined);
}

/** What changes with every copy says nothing. */
function isSame(one: Tag, other: Tag): boolean {
  const bare = ({ path: _p, workspaceId: _w, fingerprint: _f, tagManagerUrl: _t, ...rest }: Tag) => rest;
  return isDeepStrictEqual(bare(one), bare(other));
}

function unknownTag({ tag_id, name, tag_workspace_id }: Asked, isLive: boolean): Failure {
  return notFound({
    what: 'tag',
    id: tag_id ?? name ?? '',
    where: tag_workspace_id ? `the draft ${tag_workspace_id}` : 'the live version or the draft of ours',
    list: 'get_container',
    hint: isLive
      ? 'It is in the live version: leave out tag_workspace_id.'
      : 'A tag of another draft is found with its tag_workspace_id; list_tag_workspaces names them.',
  });
}

function unpublished({ tag_workspace_id: draft, version_id: version }: Checked['read'], isLiveToo: boolean): Reason {
  const where =
    draft === undefined ? `saved in version ${version}, which is not published` : `only in the draft ${draft}`;
  return {
    about: 'live',
    stops: !isLiveToo,
    message: isLiveToo
      ? `Visitors get it as the live version has it: its changes are ${where}`
      : `Visitors do not get it: it is ${where}`,
    mend:
      draft === undefined
        ? { tool: 'publish_version', arguments: { version_id: version } }
        : { tool: 'preview_version', arguments: {} },
  };
}

function shown(reasons: readonly Reason[], workplace: Workplace | undefined) {
  return reasons.map(({ mend, ...reason }) => ({
    ...reason,
    ...(mend && workplace && { mend: handed(mend, workplace) }),
  }));
}

async function lastChangeOf(tag: Tag, place: Place, { history }: Pick<ToolContext<unknown>, 'history'>) {
  const record = await ownRecord(history, place, place.named);
  return record.authorOf('tag', tag.tagId, { live: undefined });
}
