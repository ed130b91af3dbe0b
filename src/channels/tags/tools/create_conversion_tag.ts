import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';
import { refuseServer } from '../resources/containers/container.ts';
import { draftContents } from '../resources/containers/contents.ts';
import { conversionArguments, conversionProblems } from '../resources/conversions/arguments.ts';
import { targetsFor } from '../resources/conversions/destinations.ts';
import { planConversions } from '../resources/conversions/plan.ts';
import { answerOf, ConversionOutput } from '../resources/conversions/words.ts';
import { lookAtDraft, openDraft, towardsVisitors } from '../resources/drafts/draft-work.ts';
import { whereArguments } from '../resources/objects/object-arguments.ts';

export default defineTool(channel, {
  name: 'create_conversion_tag',
  title: 'Set up conversion tags',
  description:
    'Tells ad platforms of a conversion on a website, several at once: adds tag, trigger, variables and base tag to a draft, with consent. Reuses what is there; makes no second tag for a conversion. Reaches no visitor before publish_version.',
  toolset: 'tags',
  access: 'write',
  repeat: 'never',
  scopes: ['tagmanager.edit.containers', 'tagmanager.edit.containerversions'],
  input: z.strictObject({ ...whereArguments, ...conversionArguments }),
  output: z.object({
    ...ConversionOutput,
    tag_workspace_id: z.string(),
    notes: z.array(z.string()),
    next_steps: z.array(z.looseObject({})),
  }),
  rules: conversionProblems,
  turns: ({ container_id }) => [`conversions of ${container_id}`],
  look: lookAtDraft,
  async run({ container_id, tag_workspace_id, ...args }, context) {
    const { client } = context;
    const where = { container_id, tag_workspace_id };
    const targets = await targetsFor(args, context);
    const { place, draft } = await openDraft(where, context);
    await refuseServer(client, place);
    const contents = await draftContents(client, draft);
    const plan = await planConversions(args, targets, contents, context.now());
    const { made, after } = await plan.additions.send(client, draft);
    return {
      ...answerOf(args, plan, made, after, { ...where, tag_workspace_id: draft.id }),
      tag_workspace_id: draft.id,
      next_steps: towardsVisitors(where, draft),
    };
  },
});
