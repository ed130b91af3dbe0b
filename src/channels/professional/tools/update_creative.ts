import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import { asListed } from '../../../tools/as-listed.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { servingOutputIfOn } from '../../../tools/diagnosis.ts';
import { oneLine, text, WebAddress, wordLike } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne, notBoth } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { pathOf } from '../../../upstream/path.ts';
import { channel } from '../channel.ts';
import type { ProfessionalClient } from '../client.ts';
import { servingReportIfOn } from '../delivery/diagnose.ts';
import { BUTTONS, buttonProblems, creativePath, readCreative, shownCreative } from '../resources/creative.ts';
import { CreativeId } from '../resources/fields.ts';
import { existing } from '../resources/lookup.ts';
import { postIn, shownPost } from '../resources/post.ts';
import { checkCreativeStep, IRREVERSIBLE, removalProblems, UpdateStatus } from '../resources/status.ts';
import { changed } from '../resources/update.ts';
import { type WireCreative, WirePost } from '../wire.ts';

const OWN = ['name', 'status'] as const;
const OF_POST = ['intro_text', 'landing_page_url', 'button'] as const;

const input = z.strictObject({
  creative_id: CreativeId.describe('Creative (shown as Ad) to change'),
  name: oneLine().optional().describe('New name'),
  status: UpdateStatus.optional(),
  intro_text: text(600).optional().describe('New text above the picture'),
  landing_page_url: WebAddress.optional().describe('New address'),
  button: wordLike(BUTTONS).optional().describe('New label, as in create_creative'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'update_creative',
  title: 'Update a creative',
  description:
    'Changes name and status of a creative (shown as Ad), or text, link and button of its post; picture and headline cannot change (create another). ACTIVE on a draft starts its review; before approval it can only be REMOVED, which cannot be undone.',
  toolset: 'creatives',
  access: 'write',
  repeat: 'safe',
  irreversible: IRREVERSIBLE,
  input,
  output: z.object({ creative: asListed('list_creatives'), ...writeReport, ...servingOutputIfOn }),
  rules: (args) => [
    ...atLeastOne(args, [...OWN, ...OF_POST]),
    ...removalProblems(args, [...OWN, ...OF_POST]),
    ...OWN.flatMap((own) => OF_POST.flatMap((field) => notBoth(args, own, field))).map((problem) => ({
      ...problem,
      message: `${problem.message}: it stands in the post, which is changed by a call of its own`,
    })),
    ...buttonProblems(args.button),
  ],
  instead: {
    text: 'intro_text',
    message: 'intro_text',
    commentary: 'intro_text',
    link_url: 'landing_page_url',
    call_to_action: 'button',
    headline: 'create_creative',
    image_id: 'create_creative',
  },
  look: ({ creative_id }) => ({ tool: 'list_creatives', arguments: { creative_ids: [creative_id] } }),
  async run(args, { client, account }) {
    const { creative_id, name, status } = args;
    const read = () => readCreative(client, account, creative_id);
    const before = await existing(read(), 'creative');
    if (OF_POST.some((field) => args[field] !== undefined)) return changedPost(client, account, before, args);
    checkCreativeStep(before.intendedStatus, status, before.review?.status);
    const { shown, report } = await changed({
      what: `The creative ${creative_id}`,
      client,
      account,
      path: creativePath(account, creative_id),
      status: { before: before.intendedStatus, after: status, field: 'intendedStatus' },
      fields: { name },
      before: shownCreative(before),
      wanted: { name },
      read: async () => shownCreative(await read()),
    });
    return {
      creative: shown,
      ...report,
      ...(await servingReportIfOn(status, client, account, 'creative', creative_id)),
    };
  },
});

/** Text, link and button belong to the post, a separate object. */
async function changedPost(client: ProfessionalClient, account: string, creative: WireCreative, args: Arguments) {
  const reference = postIn(creative);
  if (reference === undefined)
    throw invalidArguments(
      OF_POST.filter((field) => args[field] !== undefined).map((field) => ({
        field,
        message: 'cannot change: this ad is no post, and its content is fixed; make another with create_creative',
      })),
    );
  const path = pathOf`/posts/${reference}`;
  const read = async () => shownPost(await client.get(path, WirePost, {}, account));
  const { intro_text, landing_page_url, button } = args;
  const { report } = await changeAndReadBack({
    done: `The post of the creative ${args.creative_id} was changed`,
    before: await read(),
    wanted: { intro_text, landing_page_url, button },
    send: () =>
      client.update(
        path,
        { commentary: intro_text, contentLandingPage: landing_page_url, contentCallToActionLabel: button },
        account,
      ),
    read,
  });
  return { creative: shownCreative(creative), ...report };
}
