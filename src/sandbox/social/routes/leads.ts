import { SECOND_MS } from '../../../ambient.ts';
import { isObject } from '../../json.ts';
import { filtered, type Source } from '../../paging.ts';
import { requirePageToken } from '../access.ts';
import { badParameter, missingObject, ruleBroken } from '../errors.ts';
import { graphTime } from '../format.ts';
import { createNode, saveNode } from '../graph/changes.ts';
import { passes, readFilters } from '../graph/filtering.ts';
import { type Ctx, type Operation, ofKind, stored } from '../graph/operation.ts';
import { isKept, isOpen, KEPT_MS } from '../rules/lead-access.ts';
import { bringLeads, filledForm, testAnswers } from '../rules/lead-arrivals.ts';
import { newForm, newStatus } from '../rules/lead-form-rules.ts';
import type { LeadData } from '../state/shapes.ts';
import type { GraphNode } from '../state.ts';

const page = ofKind('Page');
const form = ofKind('LeadgenForm');
const lead = ofKind('Lead');
const ad = ofKind('Ad');

const READ_FORMS = { scopes: ['pages_manage_ads', 'ads_management', 'leads_retrieval'] };
const READ_LEADS = { scopes: ['leads_retrieval'] };

export const formType = form.type(['name', 'status', 'locale'], {
  ...stored('name', 'status', 'locale', 'questions', 'follow_up_action_url', 'context_card', 'thank_you_page'),
  ...stored('question_page_custom_headline', 'is_optimized_for_quality'),
  page: (ctx, { data }) => ctx.store.need('Page', data.page),
  page_id: (_, { data }) => data.page,
  created_time: (_, { data }) => graphTime(data.created, 'UTC'),
  privacy_policy_url: (_, { data }) => data.privacy_policy.url,
  legal_content: (_, { data }) => ({
    privacy_policy: data.privacy_policy,
    ...(data.custom_disclaimer && { custom_disclaimer: data.custom_disclaimer }),
  }),
  leads_count: (ctx, node) => countOf(ctx, node.id, 0),
  organic_leads_count: () => 0,
  expired_leads_count: (ctx, node) => countOf(ctx, node.id, 0) - countOf(ctx, node.id, ctx.world.now() - KEPT_MS),
});

export const leadType = lead.type(['created_time', 'ad_id', 'form_id', 'field_data'], {
  ...stored('field_data', 'custom_disclaimer_responses'),
  created_time: (_, { data }) => graphTime(data.created, 'UTC'),
  form_id: (_, { data }) => data.form,
  is_organic: (_, { data }) => data.ad === undefined,
  platform: () => 'fb',
  ad_id: (ctx, node) => adOf(ctx, node)?.id,
  ad_name: (ctx, node) => named(ctx, 'Ad', adOf(ctx, node)?.id),
  adset_id: (ctx, node) => adOf(ctx, node)?.adset,
  adset_name: (ctx, node) => named(ctx, 'AdSet', adOf(ctx, node)?.adset),
  campaign_id: (ctx, node) => adOf(ctx, node)?.campaign,
  campaign_name: (ctx, node) => named(ctx, 'Campaign', adOf(ctx, node)?.campaign),
});

/** Ads are told to callers who may advertise only. */
function adOf(ctx: Ctx, { data }: GraphNode<'Lead'>): { id: string; campaign: string; adset: string } | undefined {
  const mayAdvertise = ctx.session.token.scopes.includes('ads_management');
  if (data.ad === undefined || !mayAdvertise) return undefined;
  const row = ctx.store.row("SELECT id, campaign, adset FROM social_objects WHERE kind = 'Ad' AND id = ?", data.ad);
  return row as ReturnType<typeof adOf>;
}

function named(ctx: Ctx, kind: 'Ad' | 'AdSet' | 'Campaign', id: string | undefined): string | undefined {
  return id === undefined ? undefined : ctx.store.need(kind, id).data.name;
}

/** Leads of a form since a moment, counted by the database: an answer may be long. */
function countOf(ctx: Ctx, formId: string, since: number): number {
  bringLeads(ctx.store, ctx.world);
  const row = ctx.store.row(
    `SELECT count(*) AS count FROM social_objects WHERE kind = 'Lead' AND data ->> 'form' = ? AND data ->> 'created' >= ?
     AND data ->> 'deleted' IS NULL`,
    formId,
    since,
  );
  return Number(row!.count);
}

/** Filters know `time_created` only; any other field is passed over without a word, as on the platform. */
function listLeads(
  ctx: Ctx,
  parent: 'form' | 'ad',
  { id }: GraphNode,
  keep: (data: LeadData) => boolean = () => true,
): Source<GraphNode> {
  bringLeads(ctx.store, ctx.world);
  const now = ctx.world.now();
  const filters = readFilters(ctx.params).filter(({ field }) => field === 'time_created');
  // Looked up once a page of leads, not once a lead.
  const open = new Map<string, boolean>();
  const isOpenPage = (id: string) => {
    if (!open.has(id)) open.set(id, isOpen(ctx.store, id));
    return open.get(id)!;
  };
  return filtered(
    ctx.store.leadsOf(parent, id),
    ({ data }) =>
      keep(data) &&
      isKept(data, now) &&
      isOpenPage(data.page) &&
      filters.every((filter) => passes(filter, Math.floor(data.created / SECOND_MS))),
  ) as Source<GraphNode>;
}

function makeTestLead(ctx: Ctx, node: GraphNode<'LeadgenForm'>, record: Parameters<typeof createNode>[1]): unknown {
  requirePageToken(ctx, node.data.page);
  bringLeads(ctx.store, ctx.world);
  if (ctx.store.all('Lead').some(({ data }) => data.form === node.id && data.test && !data.deleted))
    throw ruleBroken(undefined, 'Test Lead Exists', 'A form has one test lead. Delete it before you make another.');
  const given = ctx.params.array('field_data');
  const field_data = given ? readAnswers(given) : testAnswers(node.data);
  const data = { ...filledForm(node, [node.id]), field_data, created: ctx.world.now(), test: true };
  return { id: createNode(ctx, record, 'Lead', {}, data).id };
}

function readAnswers(given: unknown[]): LeadData['field_data'] {
  return given.map((entry) => {
    if (!isObject(entry) || typeof entry.name !== 'string' || !Array.isArray(entry.values))
      throw badParameter('Param field_data must be a list of objects with name and values', 'field_data');
    return { name: entry.name, values: entry.values.map(String) };
  });
}

export const operations: Operation[] = [
  page.list(
    'leadgen_forms',
    (ctx, node) => {
      requirePageToken(ctx, node.id);
      return filtered(ctx.store.list('LeadgenForm'), ({ data }) => data.page === node.id && data.status !== 'DELETED');
    },
    READ_FORMS,
  ),
  page.create(
    'leadgen_forms',
    (ctx, node, record) => {
      requirePageToken(ctx, node.id);
      return { id: createNode(ctx, record, 'LeadgenForm', {}, newForm(ctx, node)).id };
    },
    { scopes: ['pages_manage_ads'] },
  ),
  form.update((ctx, node, record) => {
    const status = newStatus(ctx);
    node.data = { ...node.data, status };
    saveNode(ctx, record, node, { status });
    return { success: true };
  }),
  form.list(
    'leads',
    (ctx, node) => {
      if (!isOpen(ctx.store, node.data.page)) throw missingObject(node.id, 'get');
      return listLeads(ctx, 'form', node);
    },
    READ_LEADS,
  ),
  form.list('test_leads', (ctx, node) => listLeads(ctx, 'form', node, ({ test }) => test === true), READ_LEADS),
  form.create('test_leads', makeTestLead, { scopes: ['pages_manage_ads'] }),
  ad.list('leads', (ctx, node) => listLeads(ctx, 'ad', node), READ_LEADS),
  lead.remove((ctx, node, record) => {
    node.data = { ...node.data, deleted: true };
    saveNode(ctx, record, node, { deleted: true }, 'delete');
    return { success: true };
  }),
];
