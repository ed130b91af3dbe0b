import { z } from 'zod';
import { Failure, type Problem } from '../../../errors.ts';
import { type BulkRow, bulkOutput, changeEach } from '../../../tools/bulk.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { Id } from '../../../tools/fields.ts';
import { amountOr } from '../../../tools/money.ts';
import { notFound } from '../../../tools/not-found.ts';
import { atLeastOne, exactlyOne, notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import type { SearchClient } from '../client.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { rowFailure } from '../errors.ts';
import { changedBy, microsOf, moneyOf } from '../money.ts';
import { unusedBids } from '../resources/bidding.ts';
import { keywordQuery, shownKeyword } from '../resources/keyword.ts';
import { ifRemoved, removedAlone } from '../resources/removal.ts';
import { among, equal, Literal } from '../resources/wire/gaql.ts';
import { type Operation, removing, updating } from '../resources/wire/operation.ts';
import type { Row } from '../resources/wire/row.ts';

const changes = {
  status: z.enum(['ENABLED', 'PAUSED', 'REMOVED']).optional().describe('REMOVED is final'),
  cpc_bid: amountOr('inherit', 'Bid for a click').optional(),
};
const FIELDS = Object.keys(changes);
const ALIKE = [...FIELDS, 'percent'];

/** The same words have the same id in every ad group, so an id may carry its group. */
const KeywordId = z
  .string()
  .refine((id) => /^\d{1,19}(~\d{1,19})?$/.test(id), 'must be a keyword id in digits, or ad_group_id~keyword_id');

const input = z.strictObject({
  ad_group_id: Id.optional().describe('Ad group they belong to, unless a row names its own'),
  keyword_ids: z
    .array(KeywordId)
    .min(1)
    .max(1000)
    .optional()
    .describe('The same change for all of these; ad_group_id~keyword_id where ad groups differ'),
  ...changes,
  percent: z.number().min(-90).max(500).optional().describe('Of the bid each has now: 15 raises it so much'),
  keywords: z
    .array(
      z.strictObject({
        keyword_id: Id.describe('From list_keywords'),
        ad_group_id: Id.optional().describe('Its ad group'),
        status: z.enum(['ENABLED', 'PAUSED']).optional().describe('To remove, use keyword_ids'),
        cpc_bid: changes.cpc_bid,
      }),
    )
    .min(1)
    .max(1000)
    .optional()
    .describe('Instead of keyword_ids: a change for each'),
});
type Arguments = z.output<typeof input>;
type Asked = Omit<NonNullable<Arguments['keywords']>[number], 'status'> & Pick<Arguments, 'status' | 'percent'>;

interface Change extends BulkRow {
  operation: Operation;
  row: Row | undefined;
}

export default defineTool(channel, {
  name: 'update_keywords',
  title: 'Update many keywords',
  description:
    'Enables, pauses, re-bids or removes up to 1,000 keywords in one request, all alike (keyword_ids) or each its own way (keywords). Refused rows do not stop the others. REMOVED cannot be undone.',
  toolset: 'keywords',
  access: 'write',
  repeat: 'safe',
  relative: ['percent'],
  irreversible: { status: ['REMOVED'] },
  input,
  output: z.object({ ...bulkOutput, notes: z.array(z.string()).optional(), ...servingOutputIfOn }),
  rules: problems,
  // A percentage counts from the bid that is read: of two at the same time one would be lost.
  turns: (args) => (args.percent === undefined ? [] : askedIn(args).map(({ ad_group_id }) => `bids in ${ad_group_id}`)),
  look: (args) => ({
    tool: 'list_keywords',
    arguments: {
      ...(args.ad_group_id && { ad_group_id: args.ad_group_id }),
      keyword_ids: askedIn(args).map(({ keyword_id }) => keyword_id),
      ...ifRemoved(args.status),
    },
  }),
  async run(args, { client, account }) {
    const asked = askedIn(args);
    const held = await keywordRows(client, account, asked);
    const rows = asked.map((one) => changeOf(one, held.get(keyOf(one)), account));
    const report = await changeEach<Change>({
      what: 'keywords',
      switching: { tool: 'update_keywords', levels: channel.levels },
      rows,
      send: async (different) => {
        const operations = different.map(({ operation }) => operation);
        const outcomes = await client.mutateEach(account, operations);
        return outcomes.map(({ error }) => error && rowFailure(error));
      },
      read: async (different) => {
        const now = await keywordRows(client, account, asked);
        return different.map(({ about }) => {
          const row = now.get(`${about?.ad_group_id}~${about?.keyword_id}`);
          return row && shownKeyword(row);
        });
      },
    });
    const bidFor = rows.flatMap(({ row, wanted }) => (row && wanted.cpc_bid ? [row] : []));
    return {
      ...report,
      ...unusedBids(bidFor, bidFor.length > 0 || undefined),
      ...(await stillMissing(client, account, rows)),
    };
  },
});

function askedIn({ keyword_ids, keywords = [], ad_group_id, ...alike }: Arguments): Asked[] {
  const same = (keyword_ids ?? []).map((id): [string, Asked] => {
    const [keyword_id = '', group = ad_group_id] = id.split('~').toReversed();
    const one = { ...alike, keyword_id, ad_group_id: group };
    return [keyOf(one), one];
  });
  return [
    ...new Map(same).values(),
    ...keywords.map((row) => ({ ...row, ad_group_id: row.ad_group_id ?? ad_group_id })),
  ];
}

function keyOf({ ad_group_id, keyword_id }: Asked): string {
  return `${ad_group_id}~${keyword_id}`;
}

function problems(args: Arguments): Problem[] {
  const keys = askedIn(args).map(keyOf);
  const rows = (args.keywords ?? []).flatMap((row, at) => {
    const inRow = (found: Problem[]) =>
      found.map(({ field, message }) => ({ field: `keywords.${at}.${field}`, message }));
    return [
      ...inRow(atLeastOne(row, FIELDS)),
      ...inRow(row.ad_group_id || args.ad_group_id ? [] : [{ field: 'ad_group_id', message: 'is required' }]),
      ...(keys.indexOf(keyOf(row.ad_group_id ? row : { ...row, ad_group_id: args.ad_group_id })) === at
        ? []
        : [{ field: `keywords.${at}`, message: 'names a keyword that stands in the list before' }]),
    ];
  });
  return [
    ...exactlyOne(args, ['keyword_ids', 'keywords']),
    ...(args.keyword_ids ? atLeastOne(args, ALIKE) : []),
    ...notBoth(args, 'cpc_bid', 'percent'),
    ...groupProblems(args),
    ...ALIKE.flatMap((field) => notBoth(args, 'keywords', field)),
    ...removedAlone(args, ALIKE),
    ...rows,
  ];
}

/** An id that carries its ad group and an ad group that is given must not say different things. */
function groupProblems({ keyword_ids = [], ad_group_id }: Arguments): Problem[] {
  const groups = keyword_ids.map((id) => (id.includes('~') ? id.split('~')[0] : undefined));
  if (ad_group_id === undefined && groups.includes(undefined))
    return [{ field: 'ad_group_id', message: 'is required, or keyword_ids as ad_group_id~keyword_id' }];
  return groups.flatMap((group, at) =>
    group !== undefined && ad_group_id !== undefined && group !== ad_group_id
      ? [{ field: `keyword_ids.${at}`, message: `is in ad group ${group}, not in ad_group_id` }]
      : [],
  );
}

async function keywordRows(client: SearchClient, account: string, asked: readonly Asked[]): Promise<Map<string, Row>> {
  const literals = (ids: readonly (string | undefined)[]) => [...new Set(ids)].map((id) => Literal.digits(id ?? ''));
  const rows = await client.rows(account, {
    ...keywordQuery('ad_group'),
    where: [
      among('ad_group.id', literals(asked.map(({ ad_group_id }) => ad_group_id))),
      among('ad_group_criterion.criterion_id', literals(asked.map(({ keyword_id }) => keyword_id))),
      equal('ad_group_criterion.type', Literal.word('KEYWORD')),
    ],
  });
  return new Map(rows.map((row) => [`${row.adGroup?.id}~${row.adGroupCriterion?.criterionId}`, row]));
}

/** A row may be refused before anything is sent: the others are changed all the same. */
function changeOf(one: Asked, row: Row | undefined, account: string): Change {
  const { ad_group_id, keyword_id, status, cpc_bid, percent } = one;
  const name = `customers/${account}/adGroupCriteria/${ad_group_id}~${keyword_id}`;
  const held = row && shownKeyword(row);
  const currency = row?.customer?.currencyCode;
  const isBid = cpc_bid !== undefined && cpc_bid !== 'inherit' && row !== undefined;
  let micros: string | undefined;
  let refusal = refusalOf(one, held);
  try {
    if (isBid) micros = microsOf('cpc_bid', cpc_bid, currency);
    if (percent !== undefined && row) micros = changedBy(bidNow(row), percent, currency);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    refusal ??= error;
  }
  const isRebid = cpc_bid !== undefined || percent !== undefined;
  const bid = isRebid ? { cpcBidMicros: micros ?? null } : {};
  return {
    id: keyOf(one),
    about: { keyword_id, ad_group_id, ...(held && { text: held.text, match_type: held.match_type }) },
    before: held ?? {},
    wanted: {
      ...(status && { status }),
      ...(isRebid && { cpc_bid: moneyOf(micros, currency) ?? null }),
    },
    refusal,
    row,
    operation:
      status === 'REMOVED'
        ? removing('adGroupCriterion', name)
        : updating('adGroupCriterion', name, { ...(status && { status }), ...bid }),
  };
}

/** Its own, or that of its ad group. */
function bidNow({ adGroupCriterion: keyword }: Row): string {
  const micros = [keyword?.cpcBidMicros, keyword?.effectiveCpcBidMicros].find((bid) => Number(bid ?? 0) > 0);
  if (micros !== undefined) return micros;
  throw new Failure({
    code: 'conflict',
    message: 'It has no bid that could be raised or lowered.',
    nextStep: 'Give it one with cpc_bid.',
  });
}

function refusalOf({ keyword_id, ad_group_id, status }: Asked, held: ReturnType<typeof shownKeyword> | undefined) {
  if (!held)
    return notFound({
      what: 'keyword',
      id: keyword_id,
      where: `the ad group ${ad_group_id}`,
      list: `list_keywords {"ad_group_id":"${ad_group_id}"}`,
    });
  if (held.negative && status !== 'REMOVED')
    return new Failure({
      code: 'invalid_arguments',
      message: 'It is a negative keyword, which can only be REMOVED.',
      nextStep: 'Remove it, or leave it as it is.',
    });
  if (held.status === 'REMOVED' && status !== 'REMOVED')
    return new Failure({
      code: 'conflict',
      message: 'It is removed, and removal is final.',
      nextStep: 'Add it again with add_keywords.',
    });
  return undefined;
}

/** Only when one campaign is concerned: a change over several campaigns is no launch. */
async function stillMissing(client: SearchClient, account: string, rows: readonly Change[]) {
  const enabled = rows.filter(({ wanted }) => wanted.status === 'ENABLED');
  const campaigns = new Set(enabled.flatMap(({ row }) => row?.campaign?.id ?? []));
  const [only] = campaigns;
  return only !== undefined && campaigns.size === 1 ? await servingReport(client, account, only) : {};
}
