import { z } from 'zod';
import { invalidArguments, type Problem } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id } from '../../../tools/fields.ts';
import { FILL_IN, ReadyCall } from '../../../tools/ready-call.ts';
import { notBoth } from '../../../tools/rules.ts';
import { withoutUnset } from '../../../tools/set-fields.ts';
import { channel } from '../channel.ts';
import { saysAll } from '../copies/creative.ts';
import { LOST_ENGAGEMENT } from '../resources/creative.ts';
import { contentOf } from '../resources/creative-content.ts';
import {
  Button,
  type CreativeArguments,
  creativeAliases,
  creativeFields,
  creativeRules,
} from '../resources/creative-fields.ts';
import { AccountId } from '../resources/fields.ts';
import { ADS, CREATIVE_CONTENT } from '../wire.ts';

/** Descriptions stand in `create_ad_creative` and are left out here to keep the tool list short. */
const SAID_THERE = {
  description: 'New',
  ...Object.fromEntries(
    [
      'enum',
      'default',
      'format',
      'items',
      'properties',
      'additionalProperties',
      'required',
      'minLength',
      'maxLength',
      'minItems',
      'maxItems',
    ].map((word) => [word, undefined]),
  ),
};
const { like_creative_id: _, ...content } = creativeFields;
const sameFields = Object.fromEntries(
  Object.entries(content).map(([name, field]) => [name, field.meta(SAID_THERE)]),
) as unknown as typeof content;

const input = z.strictObject({
  ...sameFields,
  creative_id: Id.optional().describe('Creative to start from: pass only what changes'),
  ad_id: Id.optional().describe('The same by its ad'),
  name: sameFields.name.optional(),
  page_id: sameFields.page_id.optional(),
  link_url: sameFields.link_url.optional(),
  // Without their defaults: what is passed changes the creative, what is not passed is kept.
  enable_standard_enhancements: z.boolean().optional().meta(SAID_THERE),
  attachment_style: z.enum(['link', 'album']).optional().meta(SAID_THERE),
  account_id: AccountId.optional(),
  call_to_action_type: Button.optional().describe('The same as button'),
});

export default defineTool(channel, {
  name: 'update_social_creative',
  title: 'How to change a creative',
  description:
    'Changes nothing: creatives cannot be edited after creation. Checks the wanted content and returns ready calls that get there; with creative_id or ad_id, what is not passed is kept. Content arguments are those of create_ad_creative.',
  toolset: 'creatives',
  access: 'read',
  repeat: 'safe',
  scopes: ['ads_read'],
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
  rules: (args) => [
    ...(args.creative_id || args.ad_id
      ? Object.entries(VARIANTS).flatMap(([one, several]) => notBoth(args, one, several))
      : wholeProblems(args)),
    ...notBoth(args, 'button', 'call_to_action_type'),
    ...notBoth(args, 'creative_id', 'ad_id'),
  ],
  async run({ account_id, call_to_action_type, creative_id, ad_id, ...given }, { client }) {
    const id = creative_id ?? (ad_id && (await client.node(ADS, ad_id)).creative?.id);
    const held = id === undefined ? undefined : await client.node(CREATIVE_CONTENT, id);
    const changes = withoutUnset({ ...given, button: given.button ?? call_to_action_type });
    const wanted = held ? merged(contentOf(held), asVariants(contentOf(held), changes)) : changes;
    const elsewhere = held ? cardsLedElsewhere(contentOf(held), changes) : [];
    const problems = wholeProblems(wanted);
    if (problems.length > 0) throw invalidArguments(problems);
    const account = withoutUnset({ account_id: account_id ?? held?.account_id });
    return {
      updated: false as const,
      reason:
        'The platform fixes the content of a creative when it is created. A changed text, link or image is a new creative.',
      changeable_fields: ['name', 'adlabels', 'status'],
      alternatives: [
        {
          tool: 'create_ad_creative',
          arguments: { ...account, ...wanted, ...(held && !saysAll(held) && { like_creative_id: held.id }) },
          purpose: `Make a creative with this content. Then put its id into the ad: update_social_ad ${JSON.stringify({ ...(ad_id && { ad_id }), creative_id: FILL_IN })}.`,
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
      notes: [
        'Another creative sends an ad into review again; its numbers stay with the ad.',
        LOST_ENGAGEMENT,
        ...(elsewhere.length > 0
          ? [
              `Cards ${elsewhere.join(', ')} do not lead to the old link_url and keep their own: pass cards to change them.`,
            ]
          : []),
        'Its name and labels alone are changed with rename_creative.',
      ],
    };
  },
});

type Content = Partial<CreativeArguments>;

/** Required arguments, and the rules of create_ad_creative. */
function wholeProblems(wanted: Content): Problem[] {
  const missing = (['name', 'page_id', 'link_url'] as const).filter((field) => wanted[field] === undefined);
  return [
    ...missing.map((field) => ({ field, message: 'is required' })),
    ...creativeRules(wanted as CreativeArguments),
  ];
}

const VARIANTS = { message: 'bodies', headline: 'titles', description: 'descriptions' } as const;

/** A single text replaces the only variant of a multi-variant creative; with several variants it would be ambiguous. */
function asVariants(held: Content, changes: Content): Content {
  if (!held.bodies) return changes;
  const single = (Object.keys(VARIANTS) as (keyof typeof VARIANTS)[]).filter((name) => changes[name] !== undefined);
  const problems = single.flatMap((name) => {
    const texts = held[VARIANTS[name]] ?? [];
    if (texts.length < 2) return [];
    const message = `is one text, and this creative has ${texts.length}: pass ${VARIANTS[name]} with all that it shall have (now ${JSON.stringify(texts)})`;
    return [{ field: name, message }];
  });
  if (problems.length > 0) throw invalidArguments(problems);
  const listed = single.map((name) => [
    [name, undefined],
    [VARIANTS[name], [changes[name]]],
  ]);
  return withoutUnset({ ...changes, ...Object.fromEntries(listed.flat()) });
}

/**
 * A new picture takes the place of the old one, whichever way each is given, and variants that of a single text; a new link also that
 * of the cards with the old one.
 */
function merged(held: Content, changes: Content): Content {
  const { picture, image_hash, ...rest } = held;
  const isRepainted = changes.picture !== undefined || changes.image_hash !== undefined;
  const { link_url } = changes;
  const cards = held.cards?.map((card) => (link_url && card.link_url === held.link_url ? { ...card, link_url } : card));
  const single = Object.entries(VARIANTS).flatMap(([one, several]) => (changes[several] ? [[one, undefined]] : []));
  return withoutUnset({
    ...rest,
    ...Object.fromEntries(single),
    cards,
    ...(isRepainted ? {} : { picture, image_hash }),
    ...changes,
  });
}

/** Numbers, from 1, of the cards that a new landing page does not reach. */
function cardsLedElsewhere(held: Content, { link_url, cards }: Content): number[] {
  if (link_url === undefined || cards) return [];
  return (held.cards ?? []).flatMap((card, at) => (card.link_url === held.link_url ? [] : [at + 1]));
}
