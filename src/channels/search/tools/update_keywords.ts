import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Id } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne } from '../../../tools/rules.ts';
import { reportWrite } from '../../../tools/write-report.ts';
import { existingAdGroup } from '../ad-groups.ts';
import { channel } from '../channel.ts';
import type { OperationResult, SearchClient } from '../client.ts';
import { among, equal, Literal } from '../gaql.ts';
import { keywordQuery, shownKeyword } from '../keywords.ts';
import { microsOf, moneyOf } from '../money.ts';
import { removing, updating } from '../operations.ts';
import { ifRemoved, removedAlone } from '../removal.ts';
import { missingToServe } from '../serving.ts';

const Result = z.object({
  keyword_id: z.string(),
  text: z.string(),
  outcome: z.enum(['changed', 'unchanged', 'not_applied', 'refused']),
  status: z.string(),
  code: z.string().optional(),
  message: z.string().optional(),
});

type Keyword = ReturnType<typeof shownKeyword>;

const FIELDS = ['status', 'cpc_bid'] as const;

export default defineTool(channel, {
  name: 'update_keywords',
  title: 'Update many keywords',
  description:
    'Enables, pauses, re-bids or removes many keywords of an ad group in one call. Each has its own result: refused ones do not stop the others. REMOVED cannot be undone.',
  toolset: 'keywords',
  access: 'write',
  repeat: 'safe',
  irreversible: { status: ['REMOVED'] },
  input: z.strictObject({
    ad_group_id: Id.describe('Ad group they belong to'),
    keyword_ids: z.array(Id).min(1).max(1000).describe('From list_keywords'),
    status: z.enum(['ENABLED', 'PAUSED', 'REMOVED']).optional().describe('REMOVED is final'),
    cpc_bid: amount('Bid for a click, the same for all of them').optional(),
  }),
  output: z.object({
    changed: z.number(),
    refused: z.number(),
    results: z.array(Result),
    ...servingOutput,
  }),
  rules: (args) => [...atLeastOne(args, FIELDS), ...removedAlone(args, FIELDS)],
  look: ({ ad_group_id, keyword_ids, status }) => ({
    tool: 'list_keywords',
    arguments: { ad_group_id, keyword_ids, ...ifRemoved(status) },
  }),
  async run(args, { client, account }) {
    const { ad_group_id, status } = args;
    const ids = [...new Set(args.keyword_ids)];
    const { campaign, customer } = await existingAdGroup(client, account, ad_group_id);
    const currency = customer?.currencyCode;
    const bid = args.cpc_bid === undefined ? undefined : microsOf('cpc_bid', args.cpc_bid, currency);
    const before = await keywordsById(client, account, ad_group_id, ids);
    const absent = ids.filter((id) => !before.has(id));
    if (absent.length > 0) throw notThere(absent, ad_group_id);
    const wanted = { status, cpc_bid: moneyOf(bid, currency) };
    const different = ids.filter((id) => isDifferent(before.get(id)!, wanted));
    const operations = different.map((id) => {
      const name = `customers/${account}/adGroupCriteria/${ad_group_id}~${id}`;
      if (status === 'REMOVED') return removing('adGroupCriterion', name, 'keyword_ids');
      const changes = { ...(status && { status }), ...(bid && { cpcBidMicros: bid }) };
      return updating('adGroupCriterion', name, changes, 'keyword_ids');
    });
    let outcomes: readonly OperationResult[] = [];
    let after = before;
    await changeAndReadBack({
      done: `${different.length} keywords were changed`,
      before: standOf(before, different),
      wanted: Object.fromEntries(different.map((id) => [id, pick(wanted)])),
      send: async () => {
        if (operations.length > 0) outcomes = await client.mutateEach(account, operations);
      },
      read: async () => {
        after = await keywordsById(client, account, ad_group_id, ids);
        return standOf(after, different);
      },
    });
    const errors = new Map(different.map((id, at) => [id, outcomes[at]?.error]));
    const results = ids.map((id) =>
      different.includes(id)
        ? resultOf(before.get(id)!, after.get(id), wanted, errors.get(id))
        : { keyword_id: id, text: before.get(id)!.text, outcome: 'unchanged' as const, status: before.get(id)!.status },
    );
    return {
      changed: results.filter(({ outcome }) => outcome === 'changed').length,
      refused: results.filter(({ outcome }) => outcome === 'refused').length,
      results,
      keeps_from_serving: await missingToServe(client, account, campaign?.id ?? ''),
    };
  },
});

async function keywordsById(client: SearchClient, account: string, adGroupId: string, ids: readonly string[]) {
  const query = keywordQuery('ad_group');
  const rows = await client.rows(account, {
    ...query,
    where: [
      equal('ad_group.id', Literal.digits(adGroupId)),
      equal('ad_group_criterion.type', Literal.word('KEYWORD')),
      among('ad_group_criterion.criterion_id', ids.map(Literal.digits)),
    ],
  });
  return new Map(rows.map(shownKeyword).map((keyword) => [keyword.id, keyword]));
}

/** What of a keyword this tool can change, by the names it is asked by. */
function pick(keyword: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(FIELDS.flatMap((field) => (keyword[field] === undefined ? [] : [[field, keyword[field]]])));
}

/** The keywords as one thing, so that what became of them can be told when the platform's answer is lost. */
function standOf(keywords: ReadonlyMap<string, Keyword>, ids: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(ids.map((id) => [id, pick(keywords.get(id) ?? {})]));
}

function isDifferent(held: Keyword, wanted: Readonly<Record<string, unknown>>): boolean {
  return reportWrite(held, held, wanted).not_applied.length > 0;
}

function resultOf(
  before: Keyword,
  after: Keyword | undefined,
  wanted: Readonly<Record<string, unknown>>,
  error: OperationResult['error'],
): z.input<typeof Result> {
  const seen = after ?? before;
  const what = { keyword_id: before.id, text: before.text, status: seen.status };
  // A refusal may answer our second sending: what stands decides.
  if (reportWrite(before, seen, wanted).not_applied.length === 0) return { ...what, outcome: 'changed' };
  return error ? { ...what, outcome: 'refused', ...error } : { ...what, outcome: 'not_applied' };
}

function notThere(ids: readonly string[], adGroupId: string): Failure {
  return new Failure({
    code: 'not_found',
    message: `The ad group ${adGroupId} has no keyword ${ids.slice(0, 20).join(', ')}. Nothing was changed.`,
    problems: [{ field: 'keyword_ids', message: `not in this ad group: ${ids.slice(0, 20).join(', ')}` }],
    nextStep: `Find the ids with list_keywords {"ad_group_id":"${adGroupId}"}.`,
  });
}
