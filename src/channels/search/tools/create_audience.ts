import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, oneLine } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { apart } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import { audienceOf, listName, WITHOUT_END_DAYS } from '../resources/audience.ts';
import { creating, idOf } from '../resources/wire/operation.ts';

const DAYS = 30;
const Pages = z.array(oneLine(2048)).min(1).max(50).optional();
const Ids = z.array(Id).min(1).max(100).optional();

const input = z.strictObject({
  name: oneLine().describe('Name of the audience'),
  description: oneLine(1000).optional().describe('What it is for'),
  kind: z
    .enum(['WEBSITE', 'CONVERSIONS', 'CUSTOMER_LIST', 'COMBINED'])
    .describe(
      'Visitors of pages; who did a conversion action (buyers); people to be named with update_customer_list; made of other audiences',
    ),
  membership_days: z
    .int()
    .min(1)
    .max(540)
    .optional()
    .describe(`How long people stay in it; ${DAYS} when left out, for good in a CUSTOMER_LIST`),
  url_contains: Pages.describe('WEBSITE: part of the address of a page they saw, any of these'),
  except_url_contains: Pages.describe('WEBSITE: and of no page they saw, such as /thank-you for those who bought'),
  conversion_action_ids: Ids.describe('CONVERSIONS: from list_conversion_actions'),
  audience_ids: Ids.describe('COMBINED: people in any of these'),
  except_audience_ids: Ids.describe('COMBINED: and in none of these'),
});
type Arguments = z.output<typeof input>;

/** Arguments of each kind; the first is required. */
const PARTS: Readonly<Record<Arguments['kind'], readonly (keyof Arguments)[]>> = {
  WEBSITE: ['url_contains', 'except_url_contains'],
  CONVERSIONS: ['conversion_action_ids'],
  CUSTOMER_LIST: [],
  COMBINED: ['audience_ids', 'except_audience_ids'],
};

export default defineTool(channel, {
  name: 'create_audience',
  title: 'Create an audience',
  description:
    'Makes an audience, for instance visitors who did not buy. Aim a campaign at it, or keep it from its people, with audience_ids and excluded_audience_ids of update_campaign_targeting.',
  toolset: 'audiences',
  access: 'write',
  repeat: 'never',
  input,
  output: z.object({ audience: asListed('list_audiences'), notes: z.array(z.string()) }),
  rules: (args) => [
    ...partProblems(args),
    ...apart(args, 'url_contains', 'except_url_contains'),
    ...apart(args, 'audience_ids', 'except_audience_ids'),
  ],
  look: ({ name }) => ({ tool: 'list_audiences', arguments: { name_contains: name } }),
  async run(args, { client, account }) {
    const life = args.membership_days ?? (args.kind === 'CUSTOMER_LIST' ? WITHOUT_END_DAYS : DAYS);
    const { name, description } = args;
    const list = { name, ...(description && { description }), membershipLifeSpan: life, ...contentOf(args, account) };
    const [made = ''] = await client.mutate(account, [creating('userList', list)]);
    const id = idOf(made);
    const audience = await readBack(`The audience ${id} was created`, () => audienceOf(client, account, id));
    return { audience, notes: [NOTES[args.kind]] };
  },
});

const TIME = 'It fills over the next days; its size is told late and rounded.';
const NOTES: Readonly<Record<Arguments['kind'], string>> = {
  WEBSITE: TIME,
  CONVERSIONS: TIME,
  COMBINED: TIME,
  CUSTOMER_LIST: 'It is empty: fill it with update_customer_list.',
};

function partProblems(args: Arguments): Problem[] {
  const [needed] = PARTS[args.kind];
  const foreign = Object.values(PARTS)
    .flat()
    .filter((part) => args[part] !== undefined && !PARTS[args.kind].includes(part));
  return [
    ...(needed !== undefined && args[needed] === undefined
      ? [{ field: needed, message: `is required with kind ${args.kind}` }]
      : []),
    ...foreign.map((field) => ({ field, message: `is not for kind ${args.kind}` })),
  ];
}

function contentOf(args: Arguments, account: string): Record<string, unknown> {
  switch (args.kind) {
    case 'WEBSITE':
      return { ruleBasedUserList: { prepopulationStatus: 'REQUESTED', flexibleRuleUserList: visitors(args) } };
    case 'CONVERSIONS': {
      const actions = (args.conversion_action_ids ?? []).map((id) => ({
        conversionAction: `customers/${account}/conversionActions/${id}`,
      }));
      return { basicUserList: { actions } };
    }
    case 'COMBINED': {
      const rule = (operator: string, ids: readonly string[] = []) => ({
        operator,
        ruleOperands: ids.map((id) => ({ userList: listName(account, id) })),
      });
      const { audience_ids, except_audience_ids } = args;
      const rules = [rule('ANY', audience_ids), ...(except_audience_ids ? [rule('NONE', except_audience_ids)] : [])];
      return { logicalUserList: { rules } };
    }
    case 'CUSTOMER_LIST':
      return { crmBasedUserList: { uploadKeyType: 'CONTACT_INFO', dataSourceType: 'FIRST_PARTY' } };
  }
}

/** Groups of a rule are alternatives; people who match an excluded operand are left out. */
function visitors({ url_contains = [], except_url_contains, membership_days = DAYS }: Arguments) {
  const operand = (pages: readonly string[]) => ({
    rule: {
      ruleItemGroups: pages.map((value) => ({
        ruleItems: [{ name: 'url__', stringRuleItem: { operator: 'CONTAINS', value } }],
      })),
    },
    lookbackWindowDays: membership_days,
  });
  return {
    inclusiveRuleOperator: 'AND',
    inclusiveOperands: [operand(url_contains)],
    ...(except_url_contains && { exclusiveOperands: [operand(except_url_contains)] }),
  };
}
