import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutput } from '../../../tools/diagnosis.ts';
import { Id, Moment, text } from '../../../tools/fields.ts';
import { amount } from '../../../tools/money.ts';
import { readBack } from '../../../tools/read-back.ts';
import type { ReadyCall } from '../../../tools/ready-call.ts';
import { exactlyOne, inOrder, notBoth } from '../../../tools/rules.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { pathOf } from '../../../upstream/path.ts';
import { channel } from '../channel.ts';
import { API_VERSION, type SocialClient } from '../client.ts';
import { copyTree } from '../copies/tree.ts';
import { servingReport } from '../delivery/diagnose.ts';
import { adOf } from '../resources/ad.ts';
import { adSetOf } from '../resources/ad-set.ts';
import { platformTimes } from '../resources/ad-set-fields.ts';
import { BATCH_MAX } from '../resources/batch.ts';
import { campaignOf } from '../resources/campaign.ts';
import { LEVELS, type Level } from '../resources/level.ts';
import { Targeting } from '../resources/targeting.ts';
import { AD_SET_STATUS, AD_SETS, AD_STATUS, ADS, CAMPAIGNS } from '../wire.ts';

/** Which of the three ids there is depends on what was copied. */
const Copied = z
  .object({
    copied_campaign_id: z.string().optional(),
    copied_adset_id: z.string().optional(),
    copied_ad_id: z.string().optional(),
    ad_object_ids: z.array(z.object({ source_id: z.string(), copied_id: z.string() })).optional(),
  })
  .refine((made) => made.copied_campaign_id ?? made.copied_adset_id ?? made.copied_ad_id);

/** The platform copies the object and two below it at once. */
const CHILDREN_MAX = 2;

const input = z.strictObject({
  campaign_id: Id.optional().describe('To copy'),
  ad_set_id: Id.optional().describe('To copy'),
  ad_id: Id.optional().describe('To copy'),
  into_campaign_id: Id.optional().describe('With ad_set_id'),
  into_ad_set_id: Id.optional().describe('With ad_id'),
  with_children: z.boolean().default(true).describe(`${BATCH_MAX} a call; next_calls copy the rest`),
  name: text(400).optional().describe('Of the copy'),
  name_suffix: text(100).optional().describe('After the old name; " - Copy"'),
  daily_budget: amount('Of the copy').optional(),
  lifetime_budget: amount('Of the copy').optional(),
  percent: z.number().min(-90).max(500).optional().describe('Change of the budgets'),
  targeting: Targeting.optional().describe('Of the ad set, merged'),
  creative_id: Id.optional().describe('Of the ad'),
  start_time: Moment.optional().describe('Of its ad sets'),
  end_time: Moment.optional().describe('Of its ad sets'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'duplicate_object',
  title: 'Copy a campaign, ad set or ad',
  description:
    'Copy a campaign, ad set or ad with its settings and what is below it, paused; an ad set into another campaign, an ad into another ad set.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'never',
  scopes: ['ads_management'],
  account: false,
  input,
  output: z.object({
    copy: z.looseObject({ id: z.string(), name: z.string() }),
    copied: z.array(z.unknown()).describe('{source_id, id}'),
    not_copied: z.array(z.unknown()).optional().describe('{source_id, message}'),
    next_calls: z.array(z.unknown()).optional(),
    ...servingOutput,
  }),
  rules: problems,
  look: (args) => {
    const [level] = chosen(args);
    const into = {
      campaign: {},
      ad_set: withoutUnset({ campaign_id: args.into_campaign_id }),
      ad: withoutUnset({ ad_set_id: args.into_ad_set_id }),
    };
    return { tool: LEVELS[level].list, arguments: { ...into[level], name_contains: args.name ?? suffixOf(args) } };
  },
  async run(args, { client }) {
    const [level, id] = chosen(args);
    const { account_id: account, name } = await client.node(
      { ...CAMPAIGNS, schema: Owned, fields: ['account_id', 'name', OWN_FIELD[level]] },
      id,
    );
    await client.refuseForeignIds([args.into_campaign_id, args.into_ad_set_id, args.creative_id]);
    const rename = renamingOf(args, name);
    const isPlain = rename && DIFFERENT.every((field) => args[field] === undefined);
    if (!isPlain || (args.with_children && (await childrenOf(client, level, id, account)) > CHILDREN_MAX)) {
      const overrides = { ...args, name: args.name ?? `${name}${suffixOf(args)}` };
      const done = await copyTree(client, { level, id, account }, overrides, args.with_children);
      return copyShown(client, level, { id, account, ...done });
    }
    const request = {
      ...requestOf(level, args),
      rename_options: { rename_strategy: 'ONLY_TOP_LEVEL_RENAME', ...rename },
    };
    const done = await client.change(pathOf`/${API_VERSION}/${id}/copies`, request, Copied, account);
    const made = done.copied_campaign_id ?? done.copied_adset_id ?? done.copied_ad_id ?? '';
    const copied = done.ad_object_ids?.map(({ source_id, copied_id }) => ({ source_id, id: copied_id }));
    return copyShown(client, level, { id, made, account, copied });
  },
});

interface Copy {
  id: string;
  made: string;
  account: string;
  copied?: { source_id: string; id: string }[] | undefined;
  not_copied?: { source_id: string; message: string }[];
  next_calls?: ReadyCall[];
}

async function copyShown(client: SocialClient, level: Level, copying: Copy) {
  const { id, made, account, copied, not_copied = [], next_calls = [] } = copying;
  const copy = await readBack(`The ${LEVELS[level].what} ${id} was copied as ${made}, paused`, () =>
    shown(client, level, made, account),
  );
  return {
    copy,
    copied: copied ?? [{ source_id: id, id: made }],
    ...(not_copied.length > 0 && { not_copied }),
    ...(next_calls.length > 0 && { next_calls }),
    ...(await servingReport(client, level, made)),
  };
}

/** Arguments that the platform's own copy edge does not take. */
const DIFFERENT = ['daily_budget', 'lifetime_budget', 'percent', 'targeting', 'creative_id'] as const;

function suffixOf({ name_suffix = ' - Copy' }: Arguments): string {
  return name_suffix;
}

/** The copy edge renames only by a prefix or suffix: undefined where the name is neither. */
function renamingOf(args: Arguments, old: string): Record<string, string> | undefined {
  const { name } = args;
  if (name === undefined) return { rename_suffix: suffixOf(args) };
  if (name !== old && name.startsWith(old)) return { rename_suffix: name.slice(old.length) };
  return name !== old && name.endsWith(old) ? { rename_prefix: name.slice(0, -old.length) } : undefined;
}

/** A field that only this kind of object has. The copy edge copies any object, so the kind of the id is checked first. */
const OWN_FIELD: Record<Level, string> = { campaign: 'objective', ad_set: 'optimization_goal', ad: 'creative' };

const Owned = z.object({ account_id: z.string(), name: z.string() });

/** How to reach it all the same, in a copy of more than one object. */
const AFTERWARDS: Partial<Record<keyof Arguments, string>> = {
  targeting: ': leave it out, then change the ad sets of the copy with update_ad_set',
  creative_id: ': leave it out, then change the ads of the copy with update_social_ad',
};

function problems(args: Arguments): Problem[] {
  const alone = (field: keyof Arguments, needed: keyof Arguments) =>
    args[field] !== undefined && args[needed] === undefined
      ? [{ field, message: `can only be given with ${needed}${AFTERWARDS[field] ?? ''}` }]
      : [];
  const timed = args.ad_id !== undefined && (args.start_time ?? args.end_time) !== undefined;
  return [
    ...exactlyOne(args, ['campaign_id', 'ad_set_id', 'ad_id']),
    ...alone('into_campaign_id', 'ad_set_id'),
    ...alone('into_ad_set_id', 'ad_id'),
    ...notBoth(args, 'name', 'name_suffix'),
    ...notBoth(args, 'daily_budget', 'lifetime_budget'),
    ...['daily_budget', 'lifetime_budget', 'ad_id'].flatMap((field) => notBoth(args, 'percent', field)),
    ...alone('targeting', 'ad_set_id'),
    ...alone('creative_id', 'ad_id'),
    ...(args.ad_id === undefined
      ? []
      : [...notBoth(args, 'ad_id', 'daily_budget'), ...notBoth(args, 'ad_id', 'lifetime_budget')]),
    ...inOrder(args, 'start_time', 'end_time'),
    ...(timed ? [{ field: 'start_time', message: 'and end_time belong to ad sets, not to an ad' }] : []),
  ];
}

function chosen(args: Arguments): [Level, string] {
  const level = (Object.keys(LEVELS) as Level[]).find((one) => args[LEVELS[one].argument] !== undefined)!;
  return [level, args[LEVELS[level].argument]!];
}

function requestOf(level: Level, args: Arguments): Record<string, unknown> {
  return {
    status_option: 'PAUSED',
    ...(level !== 'ad' && { deep_copy: args.with_children, ...platformTimes(args) }),
    ...(args.into_campaign_id && { campaign_id: args.into_campaign_id }),
    ...(args.into_ad_set_id && { adset_id: args.into_ad_set_id }),
  };
}

/** Counts children up to one more than the platform copies at once. */
async function childrenOf(client: SocialClient, level: Level, id: string, account: string): Promise<number> {
  if (level === 'ad') return 0;
  const limit = CHILDREN_MAX + 1;
  const adSets = level === 'campaign' ? (await client.list(AD_SET_STATUS, id, { limit, account })).items : [];
  const ads = (await client.list(AD_STATUS, id, { limit, account })).items;
  return adSets.length + ads.length;
}

async function shown(client: SocialClient, level: Level, id: string, account: string) {
  if (level === 'ad') return adOf(await client.node(ADS, id, account));
  const currency = await client.currency(account);
  return level === 'campaign'
    ? campaignOf(await client.node(CAMPAIGNS, id, account), currency)
    : adSetOf(await client.node(AD_SETS, id, account), currency);
}
