import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { ReadyCall } from '../../../tools/ready-call.ts';
import { notBoth } from '../../../tools/rules.ts';
import { channel } from '../channel.ts';
import {
  CALLS_TO_ACTION,
  type CreativeArguments,
  creativeAliases,
  creativeFields,
  creativeRules,
} from '../creative-form.ts';
import { AccountId, known } from '../fields.ts';

/** The fifty values that `create_ad_creative` lists: a tool list tells them once. */
const Button = z.enum(CALLS_TO_ACTION).meta({ enum: undefined });

const input = z.strictObject({
  ...creativeFields,
  button: Button.optional().describe('As in create_ad_creative'),
  account_id: AccountId.optional(),
  call_to_action_type: Button.optional().describe('The same as button'),
});

export default defineTool(channel, {
  name: 'update_social_creative',
  title: 'How to change a creative',
  description:
    'Changes nothing: creatives cannot be edited after creation. Checks the wanted content and returns the ways to get there as ready tool calls.',
  toolset: 'creatives',
  access: 'read',
  repeat: 'safe',
  scopes: [],
  account: false,
  input,
  aliases: creativeAliases,
  output: z.object({
    updated: z.literal(false),
    reason: z.string(),
    changeable_fields: z.array(z.string()),
    alternatives: z.array(ReadyCall),
    notes: z.array(z.string()),
  }),
  rules: (args) => [...creativeRules(args), ...notBoth(args, 'button', 'call_to_action_type')],
  async run({ account_id, call_to_action_type, ...wanted }) {
    const account = known({ account_id });
    return {
      updated: false as const,
      reason:
        'The platform fixes the content of a creative when it is created. A changed text, link or image is a new creative.',
      changeable_fields: ['name', 'adlabels', 'status'],
      alternatives: [
        {
          tool: 'create_ad_creative',
          arguments: { ...account, ...withoutDefaults({ ...wanted, button: wanted.button ?? call_to_action_type }) },
          purpose: 'Make a creative with this content. Then put its id into the ad with update_social_ad.',
        },
        {
          tool: 'list_social_ads',
          arguments: { ...account, limit: 100 },
          purpose: 'Find the ads whose creative_id is the old creative; each gets the new one with update_social_ad.',
        },
        {
          tool: 'list_ad_creatives',
          arguments: { ...account, limit: 100 },
          purpose: 'See whether a creative with this content exists already; it can be used at once.',
        },
      ],
      notes: ['Another creative sends an ad into review again; its numbers stay with the ad.'],
    };
  },
});

/** What was passed, without what was only filled in: a ready call is easier to read short. */
function withoutDefaults(wanted: CreativeArguments): Partial<CreativeArguments> {
  const { attachment_style, enable_standard_enhancements, ...rest } = wanted;
  return {
    ...known(rest),
    ...(attachment_style !== 'link' && { attachment_style }),
    ...(enable_standard_enhancements && { enable_standard_enhancements }),
  };
}
