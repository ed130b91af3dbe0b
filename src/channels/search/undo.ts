import type { Money } from '../../tools/money.ts';
import {
  argumentOf,
  argumentsFor,
  bulkBack,
  fieldsBack,
  type MadeChange,
  partsOf,
  pausedAgain,
  type Undoing,
  type UndoPart,
  type UndoRule,
  type UndoTable,
} from '../../tools/undo.ts';

const CAMPAIGN = { tool: 'update_campaign', argument: 'campaign_id', off: 'PAUSED' };
const AD_GROUP = { tool: 'update_ad_group', argument: 'ad_group_id', off: 'PAUSED' };
const AD = { tool: 'update_ad', argument: 'ad_id', off: 'PAUSED' };
const ASSET_GROUP = { tool: 'update_asset_group', argument: 'asset_group_id', off: 'PAUSED' };

const CONVERSION_ACTION = { tool: 'update_conversion_action', argument: 'conversion_action_id', off: 'HIDDEN' };

const NEVER_LEFT = 'a campaign leaves it only for another one, and which one it used before is not recorded';
const ASSET = 'An asset stays in the account; the platform keeps every asset.';
const AUDIENCE = 'An audience stays in the account; the platform can only close it, for good.';
const STAYS_UNUSED = 'It stays in the account; campaigns leave it by being added to another.';

export const undo: UndoTable = {
  adjust_conversion: { never: 'A retracted conversion does not come back; restate one by its former value.' },
  add_keywords: { leaves: 'Keywords stay in the ad group, paused: nothing is removed.', undo: keywordsPaused },
  apply_label: { leaves: 'The label itself stays in the account.', undo: labelBack },
  apply_recommendation: {
    never: 'What a recommendation changes besides is not told: change the campaign back by its own values.',
  },
  bulk_update: bulkBack({
    tool: 'bulk_update',
    alike: ['status', 'end_date'],
    amounts: { budget: 'budget' },
    none: { end_date: 'none' },
  }),
  create_ad_group: pausedAgain('ad_group', AD_GROUP),
  create_asset: { never: ASSET },
  create_asset_group: pausedAgain('asset_group', ASSET_GROUP),
  create_audience: { never: AUDIENCE },
  create_bidding_strategy: { never: STAYS_UNUSED },
  create_campaign: pausedAgain('campaign', CAMPAIGN),
  create_campaign_budget: { never: STAYS_UNUSED },
  create_conversion_action: pausedAgain('conversion_action', CONVERSION_ACTION),
  create_extension: { leaves: ASSET, undo: extensionBack },
  create_lead_form: { never: ASSET },
  create_negative_list: { never: 'The list stays in the account; update_negative_list takes it off its campaigns.' },
  create_responsive_search_ad: pausedAgain('ad', AD),
  delete_audience: { never: 'A closed audience does not come back.' },
  dismiss_recommendation: { never: 'A dismissed recommendation comes back only when the platform makes it again.' },
  duplicate_ad: pausedAgain('ad', AD),
  duplicate_ad_group: pausedAgain('ad_group', AD_GROUP),
  duplicate_campaign: pausedAgain('campaign', CAMPAIGN),
  send_conversions: { never: 'What was sent counts; adjust_conversion restates or retracts it.' },
  update_ad: fieldsBack('update_ad', ['ad_id'], { none: { pinned: [] } }),
  update_ad_extensions: { leaves: ASSET, undo: extensionsBack },
  update_ad_group: fieldsBack('update_ad_group', ['ad_group_id'], { none: { target_cpa: 'inherit' } }),
  update_asset_group: { leaves: ASSET, undo: assetsBack },
  update_bidding_strategy: fieldsBack('update_bidding_strategy', ['strategy_id'], {
    never: { campaign_ids: NEVER_LEFT },
  }),
  update_campaign: fieldsBack('update_campaign', ['campaign_id'], {
    none: { end_date: 'none', target_cpa: 'none', target_roas: 'none', max_cpc: 'none' },
    as: { budget: (budget: unknown) => ({ budget: argumentOf(budget), change_shared_budget: true }) },
    never: {
      portfolio_strategy_id: 'it bid by that portfolio strategy: update_bidding_strategy adds it there again',
    },
  }),
  update_campaign_budget: fieldsBack('update_campaign_budget', ['budget_id'], { never: { campaign_ids: NEVER_LEFT } }),
  update_campaign_targeting: targetingBack(),
  update_conversion_action: fieldsBack('update_conversion_action', ['conversion_action_id'], {
    as: { value: (value: Money) => ({ value }) },
  }),
  update_customer_list: { never: 'The platform never tells who was in a list before.' },
  update_keyword: fieldsBack('update_keyword', ['keyword_id', 'ad_group_id', 'campaign_id'], {
    none: { cpc_bid: 'inherit' },
    as: { final_urls: ([final_url]: string[]) => ({ final_url }) },
  }),
  update_keywords: { undo: keywordsBack },
  update_negative_list: { undo: negativeListBack },
  update_tracking: fieldsBack('update_tracking', ['campaign_id', 'ad_group_id', 'ad_id', 'keyword_id', 'asset_id'], {
    none: { tracking_url_template: 'none', final_url_suffix: 'none', custom_parameters: {} },
  }),
};

/** Negative keywords can only be removed, for good. */
function keywordsPaused({ args, rows }: MadeChange): Undoing {
  if (args.negative === true)
    return { steps: [], left: [{ why: 'a negative keyword cannot be paused, only removed for good' }] };
  const given = args.keywords as readonly { ad_group_id?: string }[];
  const parts = rows.map(({ id, index = 0 }): UndoPart => {
    const group = given[index]?.ad_group_id ?? String(args.ad_group_id);
    return { object: `${group}~${id}`, field: 'status', from: 'PAUSED', to: args.status ?? 'PAUSED', isRow: true };
  });
  const call = (some: readonly UndoPart[]) => ({
    keyword_ids: some.map(({ object }) => object),
    status: 'PAUSED',
  });
  return { steps: parts.length > 0 ? [{ tool: 'update_keywords', parts, call }] : [], left: [] };
}

const LABELLED = ['campaign_ids', 'ad_group_ids', 'ad_ids', 'keyword_ids'] as const;

function labelBack({ args, changed }: MadeChange): Undoing {
  const named = LABELLED.flatMap((list) => (args[list] as string[] | undefined) ?? []);
  const label = String(args.label);
  if (changed !== new Set(named).size)
    return { steps: [], left: [{ why: 'some of them were so before, and which is not recorded' }] };
  const [action, from, to] = args.action === 'remove' ? ['add', 'on', 'off'] : ['remove', 'off', 'on'];
  const lists = Object.fromEntries(LABELLED.flatMap((list) => (args[list] ? [[list, args[list]]] : [])));
  const parts: UndoPart[] = [{ object: label, field: 'label', from, to, isUnseen: true }];
  return { steps: [{ tool: 'apply_label', parts, call: () => ({ label, action, ...lists }) }], left: [] };
}

function placeIn({ campaign_id, ad_group_id }: MadeChange['args']): Record<string, unknown> {
  return { ...(campaign_id !== undefined && { campaign_id }), ...(ad_group_id !== undefined && { ad_group_id }) };
}

function extensionBack({ args, ids }: MadeChange): Undoing {
  const place = placeIn(args);
  if (Object.keys(place).length === 0 || ids.asset === undefined) return { steps: [], left: [{ why: ASSET }] };
  return linksBack(place, [], [ids.asset]);
}

function extensionsBack({ args, added, removed }: MadeChange): Undoing {
  return linksBack(placeIn(args), removed, added);
}

function linksBack(place: Record<string, unknown>, link: readonly string[], unlink: readonly string[]): Undoing {
  const parts = [
    ...link.map((id): UndoPart => ({ object: id, field: 'linked', from: true, to: false, isUnseen: true })),
    ...unlink.map((id): UndoPart => ({ object: id, field: 'linked', from: false, to: true, isUnseen: true })),
  ];
  const ids = (some: readonly UndoPart[], linked: boolean) =>
    some.flatMap(({ object, from }) => (from === linked ? [object] : []));
  const call = (some: readonly UndoPart[]) => ({
    ...place,
    ...(ids(some, true).length > 0 && { asset_ids: ids(some, true) }),
    ...(ids(some, false).length > 0 && { remove_ids: ids(some, false) }),
  });
  return { steps: parts.length > 0 ? [{ tool: 'update_ad_extensions', parts, call }] : [], left: [] };
}

/** The items of one list that are not in the other. */
function without<T>(list: unknown, other: unknown): T[] {
  const known = new Set((other as T[]).map((one) => JSON.stringify(one)));
  return (list as T[]).filter((one) => !known.has(JSON.stringify(one)));
}

function assetsBack({ args, applied }: MadeChange): Undoing {
  const object = String(args.asset_group_id);
  const { parts, left } = partsOf(object, applied, {});
  const call = (some: readonly UndoPart[]) => {
    const assets = some.find(({ field }) => field === 'assets');
    const [add, remove] = assets ? [without(assets.from, assets.to), without(assets.to, assets.from)] : [[], []];
    return {
      asset_group_id: object,
      ...argumentsFor(
        some.filter((part) => part !== assets),
        {},
      ),
      ...(add.length > 0 && { add_assets: add }),
      ...(remove.length > 0 && { remove_assets: remove }),
    };
  };
  return { steps: parts.length > 0 ? [{ tool: 'update_asset_group', parts, call }] : [], left };
}

/** Lists are replaced by those that stood before. */
function targetingBack(): UndoRule {
  const tool = 'update_campaign_targeting';
  return {
    undo({ args, applied }) {
      const object = String(args.campaign_id);
      const { parts, left } = partsOf(object, applied, {});
      const call = (some: readonly UndoPart[]) => {
        const before: Record<string, unknown> = Object.fromEntries(some.map(({ field, from }) => [field, from]));
        const modified = some.filter(({ field }) => field.endsWith('_bid_modifiers'));
        return {
          campaign_id: object,
          mode: 'replace',
          ...before,
          ...Object.fromEntries(modified.map((part) => [part.field, modifiersBack(part, before.location_ids)])),
          ...('audience_ids' in before && !('audience_option' in before) && { audience_option: args.audience_option }),
        };
      };
      return { steps: parts.length > 0 ? [{ tool, parts, call }] : [], left };
    },
  };
}

/** What had no modifier gets 1. A location that goes takes its modifier along: the tool refuses modifiers of others than `locations`. */
function modifiersBack({ field, from, to }: UndoPart, locations: unknown): Record<string, unknown> {
  const goes = (key: string) =>
    field === 'location_bid_modifiers' && (locations as string[] | undefined)?.includes(key) === false;
  const ones = Object.keys(to as object).flatMap((key) => (goes(key) ? [] : [[key, 1]]));
  return { ...Object.fromEntries(ones), ...(from as object) };
}

function keywordsBack({ rows }: MadeChange): Undoing {
  const found = rows.map(({ id, applied = {} }) => partsOf(id, applied, { none: { cpc_bid: 'inherit' } }));
  const parts = found.flatMap((one) => one.parts.map((part) => ({ ...part, isRow: true as const })));
  const call = (some: readonly UndoPart[]) => ({
    keywords: [...Map.groupBy(some, ({ object }) => object)].map(([id, own]) => {
      const [ad_group_id, keyword_id] = id.split('~');
      return { ad_group_id, keyword_id, ...argumentsFor(own, { none: { cpc_bid: 'inherit' } }) };
    }),
  });
  const left = found.flatMap((one) => one.left);
  return { steps: parts.length > 0 ? [{ tool: 'update_keywords', parts, call }] : [], left };
}

/** Keywords are told by their number alone: it goes back only where every one that was named came or went. */
function negativeListBack({ args, applied }: MadeChange): Undoing {
  const object = String(args.list_id);
  const { add_keywords: added = [], remove_keywords: removed = [] } = args as Record<string, unknown[] | undefined>;
  const { from: before, to: after } = applied.keyword_count ?? { from: 0, to: 0 };
  const isWhole = Number(after) - Number(before) === added.length - removed.length;
  const why = 'some of the keywords were so before or were refused, and which is not recorded';
  const { parts, left } = partsOf(object, applied, isWhole ? {} : { never: { keyword_count: why } });
  const isUncounted = added.length + removed.length > 0 && !applied.keyword_count;
  const call = (some: readonly UndoPart[]) => {
    const part = (name: string) => some.find(({ field }) => field === name);
    const [count, campaigns] = [part('keyword_count'), part('campaign_ids')];
    const [link, unlink] = campaigns
      ? [without(campaigns.from, campaigns.to), without(campaigns.to, campaigns.from)]
      : [[], []];
    return {
      list_id: object,
      ...argumentsFor(
        some.filter((one) => one !== count && one !== campaigns),
        {},
      ),
      ...(count && removed.length > 0 && { add_keywords: removed }),
      ...(count && added.length > 0 && { remove_keywords: added }),
      ...(link.length > 0 && { add_campaign_ids: link }),
      ...(unlink.length > 0 && { remove_campaign_ids: unlink }),
    };
  };
  return {
    steps: parts.length > 0 ? [{ tool: 'update_negative_list', parts, call }] : [],
    left: [...left, ...(isUncounted ? [{ object, field: 'keywords', why }] : [])],
  };
}
