import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { channel } from '../channel.ts';
import { draftContents } from '../resources/containers/contents.ts';
import {
  checkName,
  checkReferences,
  lookAtDraft,
  madeReport,
  openDraft,
  towardsVisitors,
} from '../resources/drafts/draft-work.ts';
import { createObject } from '../resources/drafts/object-store.ts';
import { requireCustomCode } from '../resources/objects/custom-code.ts';
import { namesIn } from '../resources/objects/names.ts';
import {
  AllowUnknown,
  asInContainer,
  type GivenParameters,
  Name,
  NewParameters,
  whereArguments,
} from '../resources/objects/object-arguments.ts';
import { shownTag } from '../resources/objects/object-view.ts';
import { consentProblems, newTag, tagArguments } from '../resources/objects/tag-fields.ts';
import { typeMeant } from '../resources/objects/templates.ts';

export default defineTool(channel, {
  name: 'create_tag',
  title: 'Create a tag',
  description:
    'Adds a tag of any type to a draft: googtag, gaawe (Analytics event), awct (Ads conversion), sp, gclidw (conversion linker), html, img, flc, fls, cvt_… of a template. For conversions use create_conversion_tag.',
  toolset: 'tags',
  access: 'write',
  repeat: 'never',
  scopes: ['tagmanager.edit.containers', 'tagmanager.edit.containerversions'],
  input: z.strictObject({
    ...whereArguments,
    name: Name,
    type: oneLine(100).describe('Its template'),
    parameters: NewParameters.optional(),
    allow_unknown_parameters: AllowUnknown,
    ...tagArguments,
  }),
  output: z.looseObject({ tag: asInContainer, ...madeReport }),
  rules: consentProblems,
  look: lookAtDraft,
  async run({ name, type: given, ...args }, context) {
    const { client } = context;
    const type = typeMeant('tag', given);
    const parameters = args.parameters as GivenParameters | undefined;
    requireCustomCode(context, type, parameters);
    const { draft } = await openDraft(args, context);
    const contents = await draftContents(client, draft);
    const body = newTag(name, type, { ...args, parameters }, contents);
    checkName('tag', name, contents, { container_id: args.container_id, tag_workspace_id: draft.id });
    checkReferences(body, contents);
    const made = await createObject({ client, draft, kind: 'tag', body });
    const isIdle = made.firingTriggerId.length === 0;
    return {
      tag: shownTag(made, namesIn(contents)),
      tag_workspace_id: draft.id,
      ...(isIdle && { warnings: ['It never fires: no trigger is named in fires_on (unless another tag starts it).'] }),
      next_steps: towardsVisitors(args, draft),
    };
  },
});
