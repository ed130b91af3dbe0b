import { z } from 'zod';
import { defineTool } from '../../../tools/define-tool.ts';
import { oneLine } from '../../../tools/fields.ts';
import { changeAndReadBack } from '../../../tools/read-back.ts';
import { atLeastOne, needs } from '../../../tools/rules.ts';
import { writeReport } from '../../../tools/write-report.ts';
import { channel } from '../channel.ts';
import { placeProblems, TrackingOutput, trackingOf, trackingPlace } from '../resources/tracking.ts';
import { updating } from '../resources/wire/operation.ts';

const NONE = 'none';
const PLACES = Object.keys(trackingPlace) as (keyof typeof trackingPlace)[];

const input = z.strictObject({
  ...trackingPlace,
  tracking_url_template: oneLine(2048)
    .optional()
    .describe('With {lpurl} for the landing page: https://track.example/?url={lpurl}; "none": takes it away'),
  final_url_suffix: oneLine(2048)
    .optional()
    .describe('utm_source=google&utm_campaign={campaignid}; "none": takes it away'),
  custom_parameters: z
    .record(
      z.string().refine((key) => /^[a-z0-9]{1,16}$/i.test(key), 'must be 1 to 16 letters and digits'),
      oneLine(250),
    )
    .refine((parameters) => Object.keys(parameters).length <= 8, 'must be at most 8')
    .optional()
    .describe('{"season": "winter"} for {_season}; replaces all of them, {} takes them away. Not of the account'),
});
type Arguments = z.output<typeof input>;

export default defineTool(channel, {
  name: 'update_tracking',
  title: 'Change tracking templates, URL suffixes and custom parameters',
  description:
    'Sets or takes away tracking template, final URL suffix (where UTM parameters belong) and custom parameters of the account, a campaign, ad group, ad, keyword or sitelink. The lowest level that has a template or suffix counts. What is not named stays.',
  toolset: 'tracking',
  access: 'write',
  repeat: 'safe',
  input,
  output: z.object({ tracking: TrackingOutput, ...writeReport }),
  rules: (args) => [
    ...atLeastOne(args, ['tracking_url_template', 'final_url_suffix', 'custom_parameters']),
    ...placeProblems(args),
    ...(args.ad_group_id || args.ad_id || args.asset_id ? [] : needs(args, 'custom_parameters', 'campaign_id')),
  ],
  look: (args) => ({
    tool: 'get_tracking',
    arguments: Object.fromEntries(PLACES.flatMap((place) => (args[place] === undefined ? [] : [[place, args[place]]]))),
  }),
  async run(args, { client, account }) {
    const { kind, resourceName, levels } = await trackingOf(client, account, args);
    const { after, report } = await changeAndReadBack({
      done: 'The tracking was changed',
      before: levels.at(-1)!,
      wanted: wantedOf(args),
      send: () => client.mutate(account, [updating(kind, resourceName, fieldsFor(args))]),
      read: async () => (await trackingOf(client, account, args)).levels.at(-1),
    });
    return { tracking: after, ...report };
  },
});

const orNone = (text: string | undefined) => (text === NONE ? null : text);

function wantedOf({ tracking_url_template, final_url_suffix, custom_parameters }: Arguments) {
  const isEmpty = custom_parameters && Object.keys(custom_parameters).length === 0;
  return {
    tracking_url_template: orNone(tracking_url_template),
    final_url_suffix: orNone(final_url_suffix?.replace(/^[?&]+/, '')),
    custom_parameters: isEmpty ? null : custom_parameters,
  };
}

function fieldsFor(args: Arguments): Record<string, unknown> {
  const { tracking_url_template: template, final_url_suffix: suffix, custom_parameters: parameters } = wantedOf(args);
  return {
    ...(template !== undefined && { trackingUrlTemplate: template }),
    ...(suffix !== undefined && { finalUrlSuffix: suffix }),
    ...(parameters !== undefined && {
      urlCustomParameters: Object.entries(parameters ?? {}).map(([key, value]) => ({ key, value })),
    }),
  };
}
