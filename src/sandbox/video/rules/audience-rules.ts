import { bad, Refusal } from '../errors.ts';
import type { AdvertiserCall } from '../routes/serve.ts';
import type { AudienceData } from '../state/shapes.ts';
import type { Entity } from '../state.ts';
import { placeOf } from '../targeting/locations.ts';

const AUDIENCES_MAX = 400;
const LOOKALIKE_SOURCE_MIN = 100;
const CALCULATE_TYPES =
  'EMAIL_SHA256 PHONE_SHA256 IDFA_MD5 IDFA_SHA256 GAID_MD5 GAID_SHA256 MAID_MD5 MAID_SHA256 FIRST_MD5 FIRST_SHA256 MULTIPLE_TYPES'.split(
    ' ',
  );

export function calculateType({ input }: AdvertiserCall): string {
  const type = input.needText('calculate_type');
  if (!CALCULATE_TYPES.includes(type)) throw new Refusal(40909, `calculate_type ${type} is not supported.`);
  return type;
}

export function audienceName({ input }: AdvertiserCall): string {
  const name = input.needText('custom_audience_name');
  if (name.length < 1 || name.length > 128) throw bad('custom_audience_name: Length must be between 1 and 128.');
  return name;
}

export function checkAudienceCount({ store, advertiser }: AdvertiserCall): void {
  if (store.all('Audience', { advertiser: advertiser.id }).filter(({ data }) => !data.deleted).length >= AUDIENCES_MAX)
    throw bad('The number of audiences has reached the limit of 400.');
}

export function ownAudience({ store, advertiser }: AdvertiserCall, id: string): Entity<'Audience'> {
  const audience = store.find('Audience', id);
  if (!audience || audience.links.advertiser !== advertiser.id || audience.data.deleted)
    throw new Refusal(40007, `The audience ${id} does not exist.`);
  return audience;
}

/** How many people the uploaded files hold; each has to be of the same advertiser and the same kind. */
export function rowsIn({ input, store, advertiser }: AdvertiserCall, type: string): number {
  const paths = input.texts('file_paths', 500);
  if (paths === undefined || paths.length === 0) throw input.missing('file_paths');
  return paths.reduce((sum, path) => {
    const file = store.find('AudienceFile', path);
    if (file?.links.advertiser !== advertiser.id) throw bad(`file_paths: ${path} does not exist.`);
    if (file.data.calculate_type !== type) throw new Refusal(40909, 'calculate_type differs from that of the file.');
    return sum + file.data.rows;
  }, 0);
}

/** A source that can be imitated, and where. */
export function lookalikeSpec(call: AdvertiserCall): AudienceData['lookalike_spec'] {
  const spec = call.input.object('lookalike_spec');
  if (!spec) throw call.input.missing('lookalike_spec');
  const source = ownAudience(call, spec.needId('source_audience_id'));
  if (source.data.audience_type === 'Lookalike Audience')
    throw bad('source_audience_id: must not be a lookalike itself.');
  if (source.data.ready > call.now || source.data.cover_num < LOOKALIKE_SOURCE_MIN)
    throw bad('source_audience_id: the audience is not valid or has fewer than 100 users.');
  if (spec.flag('include_source') === undefined) throw spec.missing('include_source');
  spec.needChoice('mobile_os', ['ALL', 'ANDROID', 'IOS']);
  if (!spec.texts('placements')?.length) throw spec.missing('placements');
  const places = spec.ids('location_ids', 100);
  if (!places?.length) throw spec.missing('location_ids');
  if (places.some((id) => placeOf(id) === undefined)) throw bad('At least 1 location ID is invalid');
  spec.needChoice('audience_size', ['NARROW', 'BALANCED', 'BROAD']);
  return { ...spec.values };
}
