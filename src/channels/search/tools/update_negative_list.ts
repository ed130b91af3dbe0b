import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, oneLine } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { apart, atLeastOne } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { sameKeyword } from '../resources/keyword.ts';
import { KeywordRefusals, RefusedKeywords } from '../resources/keyword-refusals.ts';
import {
  addingKeywords,
  existingList,
  keywordsOfList,
  ListKeywords,
  linkingCampaigns,
  negativeList,
} from '../resources/negative-list.ts';
import { ifRemoved, isRemoved, removedAlone } from '../resources/removal.ts';
import { type Operation, removing, updating } from '../resources/wire/operation.ts';

const Campaigns = z.array(Id).min(1).max(1000).optional();

const input = z.strictObject({
  list_id: Id.describe('From list_negative_lists'),
  name: oneLine().optional().describe('New name'),
  add_keywords: ListKeywords.optional().describe('Those that are there already stay'),
  remove_keywords: ListKeywords.optional().describe('As they are in the list'),
  add_campaign_ids: Campaigns.describe('Campaigns that shall use it'),
  remove_campaign_ids: Campaigns.describe('Campaigns that shall not'),
  status: z.literal('REMOVED').optional().describe('Only when no campaign uses it; final'),
});
type Arguments = z.output<typeof input>;
type Held = Awaited<ReturnType<typeof existingList>>;
type ListedKeywords = Awaited<ReturnType<typeof keywordsOfList>>;

const FIELDS = ['name', 'add_keywords', 'remove_keywords', 'add_campaign_ids', 'remove_campaign_ids', 'status'];

export default defineTool(channel, {
  name: 'update_negative_list',
  title: 'Change a shared list of negative keywords',
  description:
    'Renames a list, adds and removes its keywords and campaigns: all of it or nothing, but for bad keywords, which are left out and told. Status REMOVED cannot be undone.',
  toolset: 'negative_lists',
  access: 'write',
  repeat: 'safe',
  irreversible: { status: ['REMOVED'] },
  input,
  output: z.object({ negative_list: asListed('list_negative_lists'), ...writeReport, refused: RefusedKeywords }),
  rules: (args) => [
    ...atLeastOne(args, FIELDS),
    ...removedAlone(args, FIELDS),
    ...addedAndRemoved(args),
    ...apart(args, 'add_campaign_ids', 'remove_campaign_ids'),
  ],
  look: ({ list_id, status }) => ({ tool: 'list_negative_lists', arguments: { list_id, ...ifRemoved(status) } }),
  async run(args, { client, account }) {
    const { list_id, status } = args;
    const before = await existingList(client, account, list_id);
    const gone = isRemoved({ what: `list ${list_id}`, argument: 'list_id', held: before.status, wanted: status });
    const touched = args.add_keywords ?? args.remove_keywords;
    const keywords = touched ? await keywordsOfList(client, account, list_id) : [];
    let keywordsNow = keywords;
    const refusals = new KeywordRefusals({ add_keywords: args.add_keywords, remove_keywords: args.remove_keywords });
    const asked = gone ? [] : operationsFor(args, before, keywords, account, refusals);
    if (refusals.takesAll || (asked.length === 0 && !refusals.isEmpty)) throw refusals.toFailure();
    const operations = await refusals.taken(client, account, asked);
    const { after, report } = await changeAndReadBack({
      done: `The list ${list_id} was changed`,
      before,
      wanted: wantedOf(args, before, keywords, refusals),
      send: async () => {
        if (operations.length > 0) await client.mutateChecked(account, operations);
      },
      read: async () => {
        if (touched) keywordsNow = await keywordsOfList(client, account, list_id);
        return negativeList(client, account, list_id);
      },
      unmet: () => (areAsAsked(args, keywordsNow, refusals) ? [] : ['keywords']),
    });
    return { negative_list: after, ...report, ...refusals.shown() };
  },
});

function addedAndRemoved({ add_keywords = [], remove_keywords = [] }: Arguments): Problem[] {
  const added = new Map(add_keywords.map((keyword, at) => [sameKeyword(keyword), at] as const).reverse());
  return remove_keywords.flatMap((keyword, at) => {
    const twin = added.get(sameKeyword(keyword));
    return twin === undefined
      ? []
      : [{ field: `remove_keywords.${at}`, message: `is the same as add_keywords.${twin}` }];
  });
}

function fresh({ add_keywords = [] }: Arguments, keywords: ListedKeywords, refusals: KeywordRefusals) {
  const known = new Set(keywords.map(sameKeyword));
  return add_keywords.filter((keyword, at) => !refusals.has('add_keywords', at) && !known.has(sameKeyword(keyword)));
}

/** Where some keywords come and as many go, their number is as before. */
function areAsAsked(
  { add_keywords = [], remove_keywords = [] }: Arguments,
  keywords: ListedKeywords,
  refusals: KeywordRefusals,
): boolean {
  const held = new Set(keywords.map(sameKeyword));
  return (
    add_keywords.every((keyword, at) => refusals.has('add_keywords', at) || held.has(sameKeyword(keyword))) &&
    remove_keywords.every((keyword, at) => refusals.has('remove_keywords', at) || !held.has(sameKeyword(keyword)))
  );
}

function operationsFor(
  args: Arguments,
  before: Held,
  keywords: ListedKeywords,
  account: string,
  refusals: KeywordRefusals,
): Operation[] {
  const list = `customers/${account}/sharedSets/${before.id}`;
  if (args.status === 'REMOVED') return [removing('sharedSet', list, 'list_id')];
  const known = new Map(keywords.map((keyword) => [sameKeyword(keyword), keyword.resourceName]));
  for (const [at, keyword] of (args.remove_keywords ?? []).entries())
    if (!refusals.has('remove_keywords', at) && !known.has(sameKeyword(keyword)))
      refusals.refuse('remove_keywords', at, { code: 'NOT_FOUND', message: 'is not in the list' });
  const linked = new Set(before.campaign_ids);
  return [
    ...(args.name === undefined ? [] : [updating('sharedSet', list, { name: args.name }, 'list_id')]),
    ...addingKeywords(
      list,
      args.add_keywords ?? [],
      'add_keywords',
      (keyword, at) => refusals.has('add_keywords', at) || known.has(sameKeyword(keyword)),
    ),
    ...(args.remove_keywords ?? []).flatMap((keyword, at) =>
      refusals.has('remove_keywords', at)
        ? []
        : [removing('sharedCriterion', known.get(sameKeyword(keyword))!, `remove_keywords.${at}`)],
    ),
    ...linkingCampaigns(list, account, args.add_campaign_ids ?? [], 'add_campaign_ids', (id) => linked.has(id)),
    ...(args.remove_campaign_ids ?? []).flatMap((id, at) => {
      const link = `customers/${account}/campaignSharedSets/${id}~${before.id}`;
      return linked.delete(id) ? [removing('campaignSharedSet', link, `remove_campaign_ids.${at}`)] : [];
    }),
  ];
}

function wantedOf(args: Arguments, before: Held, keywords: ListedKeywords, refusals: KeywordRefusals) {
  const { name, status, add_campaign_ids, remove_campaign_ids, add_keywords, remove_keywords } = args;
  const campaigns = new Set([...before.campaign_ids, ...(add_campaign_ids ?? [])]);
  for (const id of remove_campaign_ids ?? []) campaigns.delete(id);
  return {
    name,
    status,
    ...((add_keywords ?? remove_keywords) && {
      keyword_count:
        before.keyword_count + fresh(args, keywords, refusals).length - refusals.remaining('remove_keywords'),
    }),
    ...((add_campaign_ids ?? remove_campaign_ids) && {
      campaign_ids: [...campaigns].sort((one, other) => Number(one) - Number(other)),
    }),
  };
}
