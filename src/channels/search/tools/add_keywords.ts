import { z } from 'zod';
import { Failure, type Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { Id } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { notFound } from '../../../tools/not-found.ts';
import { readBack } from '../../../tools/read-back.ts';
import { notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { OperationResult, SearchClient } from '../client.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { microsOf } from '../money.ts';
import { AD_GROUP_FIELDS } from '../resources/ad-group.ts';
import { unusedBids } from '../resources/bidding.ts';
import { CAMPAIGN_FIELDS } from '../resources/campaign.ts';
import {
  type KeywordLevel,
  keywordQuery,
  keywordRow,
  misfitOf,
  sameKeyword,
  shownKeyword,
  spaced,
} from '../resources/keyword.ts';
import { among, equal, Literal, unequal } from '../resources/wire/gaql.ts';
import { creating, idOf, type Operation } from '../resources/wire/operation.ts';
import type { Row } from '../resources/wire/row.ts';

const input = z.strictObject({
  ad_group_id: Id.optional().describe('Ad group that gets them, unless a row names its own'),
  campaign_id: Id.optional().describe('Negative keywords for a whole campaign, likewise'),
  negative: z.boolean().default(false).describe('Searches to stay away from'),
  keywords: z
    .array(
      z.strictObject({
        ...keywordRow,
        cpc_bid: amount('Bid of its own for a click').optional(),
        ad_group_id: Id.optional().describe('Its ad group'),
        campaign_id: Id.optional().describe('Or its campaign'),
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
    'Adds up to 1,000 keywords to ad groups, or negatives (bad search terms) to ad groups and campaigns, in one request. Bad rows are refused, the others added. A keyword that is there already stays as it is.',
  toolset: 'keywords',
  access: 'write',
  repeat: 'never',
  input,
  output: z.object({
    added: z.number(),
    refused: z.number(),
    results: z.array(Result),
    notes: z.array(z.string()).optional(),
    ...servingOutputIfOn,
  }),
  rules: problems,
  look: (args) => {
    const rows = rowsOf(args);
    const { level, parent } = rows[0]!;
    const isOnePlace = new Set(rows.map(placeOf)).size === 1;
    const place = level === 'campaign' ? { campaign_id: parent } : { ad_group_id: parent };
    const where = isOnePlace ? place : { negative: args.negative };
    return { tool: 'list_keywords', arguments: { ...(level === 'campaign' && { level }), ...where } };
  },
  async run(args, { client, account }) {
    const rows = rowsOf(args);
    const parents = await parentsOf(rows, client, account);
    const known = await knownKeywords(args, client, account);
    const bad = misfits(rows, parents);
    const fresh = rows.filter((row) => !known.has(keyOf(row)) && !bad.has(row.index));
    const operations = fresh.map((row) => operationFor(row, args, parents.get(placeOf(row))!));
    const made =
      operations.length === 0
        ? []
        : await client.mutateEach(account, operations).catch(async (error: unknown) => {
            const now = await foundAfter(error, () => knownKeywords(args, client, account));
            if (!fresh.some((row) => now.has(keyOf(row)))) throw error;
            return fresh.map((row) => seenAs(now.get(keyOf(row))));
          });
    const outcomes = new Map([...bad, ...fresh.map(({ index }, at) => [index, made[at]!] as const)]);
    const added = made.filter(({ resourceName }) => resourceName !== undefined).length;
    const shown = async () => {
      const now = await knownKeywords(args, client, account);
      return fresh.every((row, at) => made[at]?.resourceName === undefined || now.has(keyOf(row))) ? now : undefined;
    };
    const after = added === 0 ? known : await readBack(`Keywords were added: ${added}`, shown);
    const results = rows.map((row) => ({
      index: row.index,
      text: row.text,
      match_type: row.match_type,
      ...resultOf(outcomes.get(row.index), after.get(keyOf(row))),
    }));
    const bidFor = rows.flatMap((row) => (row.cpc_bid === undefined ? [] : (parents.get(placeOf(row)) ?? [])));
    const campaigns = new Set([...parents.values()].map(({ campaign }) => campaign?.id ?? ''));
    const [only = ''] = campaigns;
    return {
      added,
      refused: results.filter(({ outcome }) => outcome === 'refused').length,
      results,
      ...unusedBids(bidFor, bidFor.length > 0 || undefined),
      ...(!args.negative && campaigns.size === 1 && (await servingReport(client, account, only))),
    };
  },
});

interface KeywordRow extends Keyword {
  index: number;
  level: KeywordLevel;
  /** The id of the ad group or campaign it is added to. */
  parent: string;
}

/** The keywords with the place each goes to: its own, or the one that all have in common. */
function rowsOf(args: Arguments): KeywordRow[] {
  return args.keywords.map((keyword, index) => {
    const { ad_group_id, campaign_id } = keyword.ad_group_id || keyword.campaign_id ? keyword : args;
    return ad_group_id === undefined
      ? { ...keyword, index, level: 'campaign', parent: campaign_id ?? '' }
      : { ...keyword, index, level: 'ad_group', parent: ad_group_id };
  });
}

function problems(args: Arguments): Problem[] {
  return [
    ...notBoth(args, 'campaign_id', 'ad_group_id'),
    ...notBoth(args, { negative: true }, 'status'),
    ...rowsOf(args).flatMap((row) => rowProblems(row, args)),
  ];
}

function rowProblems(row: KeywordRow, args: Arguments): Problem[] {
  const { index, level, parent, cpc_bid } = row;
  const given = args.keywords[index]!;
  const own = given.ad_group_id !== undefined || given.campaign_id !== undefined;
  const at = own ? `keywords.${index}.` : '';
  const checks: [boolean, string, string][] = [
    [parent === '', 'ad_group_id', 'or campaign_id is required, for all keywords or for each'],
    [
      given.ad_group_id !== undefined && given.campaign_id !== undefined,
      `${at}campaign_id`,
      'cannot be combined with ad_group_id',
    ],
    [
      level === 'campaign' && parent !== '' && !args.negative,
      'negative',
      'must be true with campaign_id: a campaign has only negative keywords',
    ],
    [args.negative && cpc_bid !== undefined, `keywords.${index}.cpc_bid`, 'cannot be combined with negative true'],
  ];
  return checks.flatMap(([wrong, field, message]) => (wrong ? [{ field, message }] : []));
}

/** Keywords that the platform would refuse are not sent; they are reported like those that it does refuse. */
function misfits(rows: readonly KeywordRow[], parents: ReadonlyMap<string, Row>): Map<number, OperationResult> {
  const first = new Map<string, number>();
  const found = new Map<number, OperationResult>();
  for (const row of rows) {
    const key = keyOf(row);
    const twin = first.get(key);
    const refuse = (code: string, message: string) => found.set(row.index, { error: { code, message } });
    const misfit = misfitOf(row);
    const bid = bidProblem(row.cpc_bid, parents.get(placeOf(row))?.customer?.currencyCode);
    if (misfit) found.set(row.index, { error: misfit });
    else if (!parents.has(placeOf(row))) refuse('NOT_FOUND', lostParent(row).details.message);
    else if (twin !== undefined) refuse('DUPLICATE', `is the same as keywords.${twin}`);
    else if (bid) refuse('INVALID_BID', `cpc_bid ${bid}`);
    else first.set(key, row.index);
  }
  return found;
}

function bidProblem(bid: string | undefined, currency: string | undefined): string | undefined {
  if (bid === undefined) return undefined;
  try {
    microsOf('cpc_bid', bid, currency);
    return undefined;
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return error.details.problems?.[0]?.message ?? error.details.message;
  }
}

function placeOf({ level, parent }: Pick<KeywordRow, 'level' | 'parent'>): string {
  return `${level} ${parent}`;
}

function keyOf({
  level,
  parent,
  ...keyword
}: Pick<KeywordRow, 'text' | 'level' | 'parent'> & { match_type: string }): string {
  return `${placeOf({ level, parent })} ${sameKeyword(keyword)}`;
}

interface Known {
  id: string;
  status: string;
}

/** The ids of the parents on one level, without repeats. */
function idsAt(rows: readonly KeywordRow[], level: KeywordLevel): Literal[] {
  return [...new Set(rows.flatMap((row) => (row.level === level ? [row.parent] : [])))].map(Literal.digits);
}

async function parentsOf(
  rows: readonly KeywordRow[],
  client: SearchClient,
  account: string,
): Promise<Map<string, Row>> {
  const read = async (level: KeywordLevel, select: readonly string[]): Promise<[string, Row][]> => {
    const ids = idsAt(rows, level);
    if (ids.length === 0) return [];
    const found = await client.rows(account, { select, from: level, where: [among(`${level}.id`, ids)] });
    return found.map((row) => [
      placeOf({ level, parent: (level === 'campaign' ? row.campaign?.id : row.adGroup?.id) ?? '' }),
      row,
    ]);
  };
  const found = new Map([...(await read('ad_group', AD_GROUP_FIELDS)), ...(await read('campaign', CAMPAIGN_FIELDS))]);
  if (found.size === 0) throw lostParent(rows[0]!);
  return found;
}

function lostParent({ level, parent }: Pick<KeywordRow, 'level' | 'parent'>): Failure {
  const what = level === 'campaign' ? 'campaign' : 'ad group';
  return notFound({ what, id: parent, list: `list_${level}s`, accountArgument: 'customer_id' });
}

/**
 * Adding an existing keyword would overwrite its status and bid, so existing ones are read first: all of the parent's,
 * because the platform keeps the spelling a keyword was made with.
 */
async function knownKeywords(args: Arguments, client: SearchClient, account: string): Promise<Map<string, Known>> {
  const asked = rowsOf(args);
  const read = async (level: KeywordLevel): Promise<[string, Known][]> => {
    const ids = idsAt(asked, level);
    if (ids.length === 0) return [];
    const query = keywordQuery(level);
    const rows = await client.rows(account, {
      ...query,
      where: [
        equal(`${query.from}.type`, Literal.word('KEYWORD')),
        among(`${level}.id`, ids),
        unequal(`${query.from}.status`, Literal.word('REMOVED')),
        equal(`${query.from}.negative`, Literal.boolean(args.negative)),
      ],
    });
    return rows.map(shownKeyword).map(({ id, status, ad_group_id, campaign_id, ...keyword }) => {
      const parent = level === 'campaign' ? campaign_id : (ad_group_id ?? '');
      return [keyOf({ ...keyword, level, parent }), { id, status }];
    });
  };
  return new Map([...(await read('ad_group')), ...(await read('campaign'))]);
}

/** Reads which keywords exist after a reply was lost: a create is never sent again. */
async function foundAfter<T>(error: unknown, look: () => Promise<T>): Promise<T> {
  if (!(error instanceof Failure) || error.outcome !== 'unknown') throw error;
  return look().catch(() => {
    throw error;
  });
}

/** All were sent in one transaction: where some exist, the missing ones were refused. */
function seenAs(known: Known | undefined): OperationResult {
  if (known) return { resourceName: known.id };
  return { error: { code: 'UNKNOWN', message: "is not there; the platform's answer with the reason was lost" } };
}

function operationFor(row: KeywordRow, args: Arguments, { adGroup, campaign, customer }: Row): Operation {
  const argument = `keywords.${row.index}`;
  const keyword = { text: spaced(row.text), matchType: row.match_type };
  if (row.level === 'campaign')
    return creating('campaignCriterion', { campaign: campaign?.resourceName, negative: true, keyword }, argument);
  const place = { adGroup: adGroup?.resourceName, keyword };
  if (args.negative) return creating('adGroupCriterion', { ...place, negative: true }, argument);
  const bid = row.cpc_bid !== undefined && {
    cpcBidMicros: microsOf(`${argument}.cpc_bid`, row.cpc_bid, customer?.currencyCode),
  };
  return creating('adGroupCriterion', { ...place, status: args.status ?? 'PAUSED', ...bid }, argument);
}

function resultOf(
  outcome: OperationResult | undefined,
  seen: Known | undefined,
): Omit<z.infer<typeof Result>, 'index' | 'text' | 'match_type'> {
  if (outcome === undefined) return { outcome: 'already_existed', ...seen };
  if (outcome.error) return { outcome: 'refused', code: outcome.error.code, message: outcome.error.message };
  return { outcome: 'added', id: idOf(outcome.resourceName), status: seen?.status };
}
