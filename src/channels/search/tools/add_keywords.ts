import { z } from 'zod';
import { Failure, type Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { Id, oneLine } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { readBack } from '../../../tools/read-back.ts';
import { exactlyOne, notBoth } from '../../../tools/rules.ts';
import { existingAdGroup } from '../ad-groups.ts';
import { existingCampaign } from '../campaigns.ts';
import { channel } from '../channel.ts';
import type { OperationResult, SearchClient } from '../client.ts';
import { among, equal, Literal, unequal } from '../gaql.ts';
import { keywordQuery, MATCH_TYPES, shownKeyword } from '../keywords.ts';
import { microsOf } from '../money.ts';
import { creating, idOf, type Operation } from '../operations.ts';
import { missingToServe } from '../serving.ts';

const input = z.strictObject({
  ad_group_id: Id.optional().describe('Ad group that gets them'),
  campaign_id: Id.optional().describe('Negative keywords for a whole campaign'),
  negative: z.boolean().default(false).describe('Searches to stay away from'),
  keywords: z
    .array(
      z.strictObject({
        text: oneLine(80).describe('Up to 10 words, without match marks such as "" [] +'),
        match_type: z.enum(MATCH_TYPES).describe('How close a search must be'),
        cpc_bid: amount('Bid of its own for a click').optional(),
      }),
    )
    .min(1)
    .max(1000)
    .describe('One entry each'),
  status: z.enum(['PAUSED', 'ENABLED']).optional().describe('Of positive keywords; PAUSED by default'),
});
type Arguments = z.output<typeof input>;
type Keyword = Arguments['keywords'][number];

const Result = z.object({
  index: z.number(),
  text: z.string(),
  match_type: z.string(),
  outcome: z.enum(['added', 'already_existed', 'refused']),
  id: z.string().optional(),
  status: z.string().optional(),
  code: z.string().optional(),
  message: z.string().optional(),
});

export default defineTool(channel, {
  name: 'add_keywords',
  title: 'Add keywords',
  description:
    'Adds keywords to an ad group, or negative ones to an ad group or campaign. Each row has its own result: refused rows do not stop the others. A keyword that is there already is left as it is.',
  toolset: 'keywords',
  access: 'write',
  repeat: 'never',
  input,
  output: z.object({
    added: z.number(),
    refused: z.number(),
    results: z.array(Result),
    ...servingOutputIfOn,
  }),
  rules: problems,
  look: ({ ad_group_id, campaign_id }) => ({
    tool: 'list_keywords',
    arguments: ad_group_id ? { ad_group_id } : { level: 'campaign', campaign_id },
  }),
  async run(args, { client, account }) {
    const parent = await parentOf(args, client, account);
    const known = await knownKeywords(args, client, account);
    const fresh = args.keywords
      .map((keyword, index) => ({ keyword, index }))
      .filter(({ keyword }) => !known.has(keyOf(keyword)));
    const operations = fresh.map(({ keyword, index }) => operationFor(keyword, `keywords.${index}`, args, parent));
    const made =
      operations.length === 0
        ? []
        : await client.mutateEach(account, operations).catch(async (error: unknown) => {
            const now = await foundAfter(error, () => knownKeywords(args, client, account));
            if (!fresh.some(({ keyword }) => now.has(keyOf(keyword)))) throw error;
            return fresh.map(({ keyword }) => seenAs(now.get(keyOf(keyword))));
          });
    const outcomes = new Map(fresh.map(({ index }, at) => [index, made[at]!]));
    const added = [...outcomes.values()].flatMap(({ resourceName }) => resourceName ?? []);
    const statuses = await readBack(`${added.length} keywords were added`, () =>
      statusesOf(args, client, account, added),
    );
    const results = args.keywords.map((keyword, index) => ({
      index,
      text: keyword.text,
      match_type: keyword.match_type,
      ...resultOf(outcomes.get(index), known.get(keyOf(keyword)), statuses),
    }));
    return {
      added: added.length,
      refused: results.filter(({ outcome }) => outcome === 'refused').length,
      results,
      ...(!args.negative && { keeps_from_serving: await missingToServe(client, account, parent.campaignId) }),
    };
  },
});

function problems(args: Arguments): Problem[] {
  const { campaign_id, negative, keywords } = args;
  const found = [...exactlyOne(args, ['ad_group_id', 'campaign_id']), ...notBoth(args, { negative: true }, 'status')];
  if (campaign_id !== undefined && !negative) {
    found.push({ field: 'negative', message: 'must be true with campaign_id: a campaign has only negative keywords' });
  }
  for (const [index, { text, match_type, cpc_bid }] of keywords.entries()) {
    if (negative && cpc_bid !== undefined) {
      found.push({ field: `keywords.${index}.cpc_bid`, message: 'cannot be combined with negative true' });
    }
    if (text.split(/\s+/).length > 10)
      found.push({ field: `keywords.${index}.text`, message: 'has more than 10 words' });
    const twin = keywords.findIndex((other) => keyOf(other) === keyOf({ text, match_type }));
    if (twin !== index) found.push({ field: `keywords.${index}`, message: `is the same as keywords.${twin}` });
  }
  return found;
}

/** The platform takes other case and other spacing for the same keyword. */
function keyOf({ text, match_type }: { text: string; match_type: string }): string {
  return `${match_type} ${spaced(text).normalize('NFKC').toLowerCase()}`;
}

function spaced(text: string): string {
  return text.trim().replace(/\s+/g, ' ');
}

interface Known {
  id: string;
  status: string;
}

interface Parent {
  resourceName: string | undefined;
  currency: string | undefined;
  campaignId: string;
}

async function parentOf(
  { ad_group_id, campaign_id }: Arguments,
  client: SearchClient,
  account: string,
): Promise<Parent> {
  const row =
    ad_group_id === undefined
      ? await existingCampaign(client, account, campaign_id ?? '')
      : await existingAdGroup(client, account, ad_group_id);
  const { resourceName } = (ad_group_id === undefined ? row.campaign : row.adGroup) ?? {};
  return { resourceName, currency: row.customer?.currencyCode, campaignId: row.campaign?.id ?? '' };
}

/**
 * Adding a keyword again would pause the one that is there and take its bid, so those are found first: all of the parent,
 * because the platform keeps the spelling a keyword was made with.
 */
async function knownKeywords(args: Arguments, client: SearchClient, account: string): Promise<Map<string, Known>> {
  const query = queryFor(args);
  const rows = await client.rows(account, {
    ...query,
    where: [
      ...query.where,
      unequal(`${query.from}.status`, Literal.word('REMOVED')),
      equal(`${query.from}.negative`, Literal.boolean(args.negative)),
    ],
  });
  return new Map(rows.map(shownKeyword).map(({ id, status, ...keyword }) => [keyOf(keyword), { id, status }]));
}

/** What is there after an answer was lost: a create is never sent again, but one can look. */
async function foundAfter<T>(error: unknown, look: () => Promise<T>): Promise<T> {
  if (!(error instanceof Failure) || error.outcome !== 'unknown') throw error;
  return look().catch(() => {
    throw error;
  });
}

/** One transaction makes them all: where some are there, the others were refused. */
function seenAs(known: Known | undefined): OperationResult {
  if (known) return { resourceName: known.id };
  return { error: { code: 'UNKNOWN', message: "is not there; the platform's answer with the reason was lost" } };
}

async function statusesOf(
  args: Arguments,
  client: SearchClient,
  account: string,
  added: readonly string[],
): Promise<Map<string, string>> {
  if (added.length === 0) return new Map();
  const query = queryFor(args);
  const ids = added.map((name) => Literal.digits(idOf(name)));
  const rows = await client.rows(account, {
    ...query,
    where: [...query.where, among(`${query.from}.criterion_id`, ids)],
  });
  return new Map(rows.map(shownKeyword).map(({ id, status }) => [id, status]));
}

function queryFor({ ad_group_id, campaign_id }: Arguments) {
  const query = keywordQuery(ad_group_id === undefined ? 'campaign' : 'ad_group');
  const [field, id] = ad_group_id === undefined ? ['campaign.id', campaign_id] : ['ad_group.id', ad_group_id];
  return {
    ...query,
    where: [equal(`${query.from}.type`, Literal.word('KEYWORD')), equal(field ?? '', Literal.digits(id ?? ''))],
  };
}

function operationFor(
  { text, match_type, cpc_bid }: Keyword,
  argument: string,
  args: Arguments,
  parent: Parent,
): Operation {
  const keyword = { text: spaced(text), matchType: match_type };
  if (args.ad_group_id === undefined) {
    return creating('campaignCriterion', { campaign: parent.resourceName, negative: true, keyword }, argument);
  }
  const adGroup = parent.resourceName;
  if (args.negative) return creating('adGroupCriterion', { adGroup, negative: true, keyword }, argument);
  const bid = cpc_bid !== undefined && { cpcBidMicros: microsOf(`${argument}.cpc_bid`, cpc_bid, parent.currency) };
  return creating('adGroupCriterion', { adGroup, status: args.status ?? 'PAUSED', keyword, ...bid }, argument);
}

function resultOf(
  outcome: OperationResult | undefined,
  known: Known | undefined,
  statuses: ReadonlyMap<string, string>,
): Omit<z.infer<typeof Result>, 'index' | 'text' | 'match_type'> {
  if (outcome === undefined) return { outcome: 'already_existed', ...known };
  if (outcome.error) return { outcome: 'refused', code: outcome.error.code, message: outcome.error.message };
  const id = idOf(outcome.resourceName);
  return { outcome: 'added', id, status: statuses.get(id) };
}
