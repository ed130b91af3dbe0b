import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { Id, text } from '../../../tools/fields.ts';
import { readBack } from '../../../tools/read-back.ts';
import { apart, exactlyOne, needs } from '../../../tools/rules.ts';
import { reportUnusable, unusableReport } from '../../../tools/unusable-people.ts';
import { channel } from '../channel.ts';
import type { Params, VideoClient } from '../client.ts';
import { Audience, audienceOf, findAudience } from '../resources/audience.ts';
import { hashesOf, identifierOf, peopleFields, uploadPeople } from '../resources/customer-list.ts';
import { checkPixelEvents, PixelEvent, visitorRule } from '../resources/pixel-audience.ts';

const input = z.strictObject({
  name: text(128).describe('Name of the audience'),
  ...peopleFields,
  pixel_id: Id.optional().describe('For visitors, from list_pixels'),
  visited_days: z.int().min(1).max(180).optional().describe('For visitors: within so many days'),
  event: PixelEvent.optional().describe('For visitors: who did this, an event of list_pixels; all when left out'),
  exclude_event: PixelEvent.optional().describe('For visitors: without who did this, such as SHOPPING (bought)'),
  source_audience_id: Id.optional().describe('For a lookalike: the audience to imitate, of at least 100 people'),
  location_ids: z.array(Id).min(1).max(100).optional().describe('For a lookalike: where, from search_locations'),
  size: z.enum(['NARROW', 'BALANCED', 'BROAD']).default('BALANCED').describe('For a lookalike: how alike'),
  include_source: z.boolean().default(false).describe('For a lookalike: with the source itself'),
});
type Arguments = z.output<typeof input>;

const Made = z.object({ custom_audience_id: z.string() });

export default defineTool(channel, {
  name: 'create_audience',
  title: 'Create an audience',
  description:
    'Create an audience from e-mail addresses or phone numbers (hashed here; they never leave readable), from visitors of a website, or a lookalike of another audience. It can be used once it has 1,000 matched people.',
  toolset: 'audiences',
  access: 'write',
  repeat: 'never',
  personal: ['emails', 'phones'],
  input,
  output: z.object({ audience: Audience, ...unusableReport }),
  rules: (args) => [
    ...exactlyOne(args, ['emails', 'phones', 'pixel_id', 'source_audience_id']),
    ...needs(args, 'pixel_id', 'visited_days'),
    ...['visited_days', 'event', 'exclude_event'].flatMap((name) => needs(args, name, 'pixel_id')),
    ...apart(args, 'event', 'exclude_event'),
    ...needs(args, 'source_audience_id', 'location_ids'),
    ...needs(args, 'location_ids', 'source_audience_id'),
  ],
  look: ({ name }) => ({ tool: 'list_audiences', arguments: { name_contains: name } }),
  async run(args, { client, account }) {
    const { known, unusable } = await hashesOf(args);
    const made = await client.change(...(await requestOf(client, account, args, known)), Made, account);
    const id = made.custom_audience_id;
    const audience = await readBack(`The audience ${id} was created`, () => findAudience(client, account, id));
    return { audience: audienceOf(audience), ...reportUnusable(unusable) };
  },
});

async function requestOf(
  client: VideoClient,
  account: string,
  args: Arguments,
  hashes: readonly string[],
): Promise<[string, Params]> {
  const { name: custom_audience_name, source_audience_id, pixel_id, visited_days = 0 } = args;
  if (source_audience_id) {
    const lookalike_spec = {
      source_audience_id,
      include_source: args.include_source,
      mobile_os: 'ALL',
      placements: ['TikTok'],
      location_ids: args.location_ids,
      audience_size: args.size,
    };
    return ['dmp/custom_audience/lookalike/create', { custom_audience_name, lookalike_spec }];
  }
  if (pixel_id) {
    const visitors = { ...args, pixel_id, visited_days };
    await checkPixelEvents(client, account, visitors);
    return ['dmp/custom_audience/rule/create', { custom_audience_name, ...visitorRule(visitors) }];
  }
  const calculate_type = identifierOf(args);
  const file_paths = [await uploadPeople(client, account, calculate_type, hashes)];
  return ['dmp/custom_audience/create', { custom_audience_name, calculate_type, file_paths }];
}
