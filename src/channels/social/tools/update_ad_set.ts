import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { Id, text } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne, inOrder, needs, notBoth } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { servingReportIfOn } from '../delivery/diagnose.ts';
import { adSetOf } from '../resources/ad-set.ts';
import { adSetChanges, bidConstraints, platformTimes, shownTimes } from '../resources/ad-set-fields.ts';
import { platformOptions, shownOptions } from '../resources/ad-set-options.ts';
import {
  bidProblems,
  holdsBudget,
  platformAmounts,
  refuseBelowSpent,
  refuseSecondBudget,
  shownAmounts,
} from '../resources/budget.ts';
import { IRREVERSIBLE_STATUS, Status } from '../resources/fields.ts';
import { mergeTargeting, Targeting, targetingProblems, withAdvantage } from '../resources/targeting.ts';
import { AD_SETS, CAMPAIGNS } from '../wire.ts';

const changes = {
  name: text(400).optional().describe('New name'),
  status: Status.optional(),
  ...adSetChanges,
  options: adSetChanges.options.describe('As in create_ad_set'),
  bid_strategy: adSetChanges.bid_strategy.unwrap().meta({ enum: undefined }).optional().describe('As in create_ad_set'),
  dsa_payor: adSetChanges.dsa_payor.describe('Who pays'),
  dsa_beneficiary: adSetChanges.dsa_beneficiary.describe('Who is advertised'),
  targeting: Targeting.optional().describe(
    'Merged key by key, in geo_locations too; a list replaces, an empty one removes',
  ),
  replace_targeting: z.boolean().default(false).describe('Instead of merging'),
  advantage_audience: z.boolean().optional().describe('As in create_ad_set'),
};

export default defineTool(channel, {
  name: 'update_ad_set',
  title: 'Update an ad set',
  description:
    'Start, stop, rename, re-budget or re-target an ad set; status ARCHIVED and DELETED cannot be undone. Targeting is merged unless replace_targeting; applied shows before and after.',
  toolset: 'campaigns',
  access: 'write',
  repeat: 'safe',
  irreversible: IRREVERSIBLE_STATUS,
  scopes: ['ads_management'],
  account: false,
  input: z.strictObject({ ad_set_id: Id.describe('Ad set to change'), ...changes }),
  output: z.object({ ad_set: asListed('list_ad_sets'), ...writeReport, ...servingOutputIfOn }),
  rules: (args) => [
    ...atLeastOne(
      args,
      Object.keys(changes).filter((name) => name !== 'replace_targeting'),
    ),
    ...notBoth(args, 'daily_budget', 'lifetime_budget'),
    ...inOrder(args, 'start_time', 'end_time'),
    ...(args.options && 'attribution' in args.options
      ? [{ field: 'options.attribution', message: 'cannot change after the ad set was made' }]
      : []),
    ...bidProblems(args),
    ...(args.replace_targeting ? needs(args, 'replace_targeting', 'targeting') : []),
  ],
  // A targeting is replaced whole; everything else is sent by itself.
  turns: ({ ad_set_id, targeting, advantage_audience }) =>
    targeting === undefined && advantage_audience === undefined ? [] : [ad_set_id],
  look: ({ ad_set_id }) => ({ tool: 'list_ad_sets', arguments: { ad_set_ids: [ad_set_id] } }),
  async run({ ad_set_id, ...args }, { client }) {
    const held = await client.node(AD_SETS, ad_set_id);
    const account = held.account_id;
    if (holdsBudget(args)) refuseSecondBudget(args, await client.node(CAMPAIGNS, held.campaign_id, account));
    const currency = await client.currency(account);
    refuseBelowSpent(args, held, currency);
    const before = adSetOf(held, currency);
    const targeting = newTargeting(before.targeting, args);
    const { replace_targeting: _, advantage_audience: __, options, ...wanted } = args;
    const { min_roas, ...rest } = wanted;
    const fields = {
      ...rest,
      ...platformAmounts(args, currency),
      ...platformTimes(args),
      ...bidConstraints(min_roas),
      ...platformOptions(options, currency),
      targeting,
    };
    const { after, report } = await changeAndReadBack({
      done: `The ad set ${ad_set_id} was changed`,
      before,
      wanted: {
        ...wanted,
        ...shownAmounts(args, currency),
        ...shownOptions(options, currency),
        ...shownTimes(before, args),
        targeting,
      },
      send: () => client.update(AD_SETS, ad_set_id, fields, account),
      read: async () => adSetOf(await client.node(AD_SETS, ad_set_id, account), currency),
    });
    return { ad_set: after, ...report, ...(await servingReportIfOn(args.status, client, 'ad_set', ad_set_id)) };
  },
});

type Wanted = {
  targeting?: Targeting | undefined;
  replace_targeting: boolean;
  advantage_audience?: boolean | undefined;
};

function newTargeting(current: Record<string, unknown>, wanted: Wanted): Record<string, unknown> | undefined {
  const { targeting, replace_targeting, advantage_audience } = wanted;
  if (targeting === undefined && advantage_audience === undefined) return undefined;
  const kept = replace_targeting ? { targeting_automation: current.targeting_automation } : current;
  const changed = withAdvantage(mergeTargeting(kept, targeting ?? {}), advantage_audience);
  const automatic = (changed.targeting_automation as { advantage_audience?: number } | undefined)?.advantage_audience;
  const problems = targetingProblems(changed, automatic === 1);
  if (problems.length > 0) throw invalidArguments(problems);
  return changed;
}
