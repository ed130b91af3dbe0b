import { isObject } from '../../json.ts';
import { type GraphError, ruleBroken } from '../errors.ts';
import type { Ctx } from '../graph/operation.ts';
import type { CampaignData, Json } from '../state/shapes.ts';
import { countriesReached, listIn } from '../targeting/reach.ts';
import { hasDetails } from './detailed-targeting-rules.ts';
import { hasEntries } from './targeting-rules.ts';

/** Politics and gambling have rules too, but not about whom an ad may be aimed at. */
const PROTECTED = ['HOUSING', 'EMPLOYMENT', 'CREDIT', 'FINANCIAL_PRODUCTS_SERVICES'];

export function isFinancial({ special_ad_categories: categories }: CampaignData): boolean {
  return categories.includes('CREDIT') || categories.includes('FINANCIAL_PRODUCTS_SERVICES');
}

/** Ads for homes, jobs and loans may not choose people by age, gender or neighbourhood. */
export function checkSpecialCategory(ctx: Ctx, targeting: Json, campaign: CampaignData): void {
  if (!campaign.special_ad_categories.some((category) => PROTECTED.includes(category))) return;
  const countries = campaign.special_ad_category_country ?? [];
  const outside = [...countriesReached(targeting)].find((country) => !countries.includes(country));
  if (outside !== undefined)
    throw notAllowed(
      `The campaign's category is declared for ${countries.join(', ')}, not for ${outside}.`,
      'geo_locations',
    );
  if (Number(targeting.age_min ?? 18) !== 18 || Number(targeting.age_max ?? 65) !== 65)
    throw notAllowed('Ages must be 18 to 65+.', 'age_min');
  if (hasEntries(targeting.genders)) throw notAllowed('Genders cannot be chosen.', 'genders');
  checkPlaces(targeting);
  if (hasDetails(targeting))
    throw ruleBroken(
      2446007,
      'Detailed Targeting Not Allowed',
      'Detailed targeting cannot be used in a special ad category.',
      ['targeting', 'flexible_spec'],
    );
  for (const audience of Array.isArray(targeting.custom_audiences) ? targeting.custom_audiences : []) {
    const id = isObject(audience) ? String(audience.id) : String(audience);
    if (ctx.store.findKind('CustomAudience', id)?.data.subtype === 'LOOKALIKE')
      throw notAllowed('Lookalike audiences cannot be used.', 'custom_audiences');
  }
}

function checkPlaces({ geo_locations: places, excluded_geo_locations: without }: Json): void {
  if (listIn(places, 'zips').length > 0) throw notAllowed('Zip codes cannot be chosen.', 'geo_locations', 'zips');
  if (isObject(without) && Object.values(without).some(hasEntries))
    throw notAllowed('Locations cannot be excluded.', 'excluded_geo_locations');
  for (const name of ['cities', 'custom_locations'])
    for (const entry of listIn(places, name))
      if (isObject(entry) && entry.radius !== undefined && Number(entry.radius) < leastRadius(entry))
        throw notAllowed('A radius must be at least 15 miles or 25 kilometers.', 'geo_locations', name);
}

function leastRadius({ distance_unit: unit }: Json): number {
  return unit === 'kilometer' ? 25 : 15;
}

function notAllowed(message: string, ...field: string[]): GraphError {
  return ruleBroken(2909034, 'Targeting Not Allowed in a Special Ad Category', message, ['targeting', ...field]);
}
