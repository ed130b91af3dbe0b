import type { Fault } from '../errors.ts';
import type { Facets, Targeting } from '../state/shapes.ts';
import { FACET_PREFIX, facetOf } from '../targeting/catalogue.ts';
import { type CampaignChange, isLive, isLocale } from './campaign-change.ts';
import { missing } from './limits.ts';

const PATH = '/Campaign/targetingCriteria';
const AUDIENCE_MIN = 300;

/** Pairs that may stand in one clause as alternatives, but not in two that both have to hold. */
const CONFLICTS: readonly (readonly [string, string])[] = [
  ['titles', 'jobFunctions'],
  ['titles', 'seniorities'],
  ['employers', 'industries'],
  ['employers', 'staffCountRanges'],
  ['memberBehaviors', 'audienceMatchingSegments'],
  ['dynamicSegments', 'interests'],
  ['dynamicSegments', 'memberBehaviors'],
];
const INCLUDE_ONLY = ['ageRanges', 'genders', 'groups', 'interfaceLocales'];

export function targetingFaults(change: CampaignChange): Fault[] {
  const { campaign, before, audience } = change;
  const targeting = campaign.targetingCriteria;
  if (campaign.targeting !== undefined && !before) {
    const path = '/Campaign/targeting';
    return [{ code: 'TARGETING_FIELD_DEPRECATED', path, description: `${path} is deprecated` }];
  }
  if (!targeting) return isLive(campaign) ? [missing(PATH)] : [];
  const clauses = targeting.include?.and ?? [];
  const faults = [
    ...unknownFacets(targeting),
    ...clauses.flatMap(({ or }) => valueFaults(or, change)),
    ...valueFaults(targeting.exclude?.or ?? {}, change),
    ...conflictFaults(clauses.map(({ or }) => or)),
    ...timeFaults(targeting),
    ...sideFaults(targeting),
  ];
  if (!isLive(campaign)) return faults;
  const aimed = clauses.some(({ or }) =>
    namesIn(or).some((name) => name === 'locations' || name === 'profileLocations'),
  );
  if (!aimed) faults.push(missing(`${PATH}/include/locations`));
  if (faults.length === 0 && audience() < AUDIENCE_MIN) {
    const description = `The audience is too small: a minimum audience size of ${AUDIENCE_MIN} is needed`;
    faults.push({ code: 'AUDIENCE_SIZE_TOO_SMALL', path: PATH, description });
  }
  return faults;
}

function namesIn(or: Facets): string[] {
  return Object.keys(or).map((urn) => urn.replace(FACET_PREFIX, ''));
}

function unknownFacets({ include, exclude }: Targeting): Fault[] {
  const urns = [...(include?.and ?? []).flatMap(({ or }) => Object.keys(or)), ...Object.keys(exclude?.or ?? {})];
  return urns
    .filter((urn) => !facetOf(urn))
    .map((urn) => ({
      code: 'INVALID_VALUE',
      path: PATH,
      value: urn,
      description: `${PATH} has an unknown facet ${urn}`,
    }));
}

function valueFaults(or: Facets, change: CampaignChange): Fault[] {
  return Object.entries(or).flatMap(([urn, values]) => {
    const facet = facetOf(urn);
    if (!facet) return [];
    const path = `${PATH}/${facet.name}`;
    const faults: Fault[] = [];
    if (new Set(values).size < values.length)
      faults.push({ code: 'INVALID_VALUE_DUPLICATE_EXIST', path, description: `${path} has a value twice` });
    const most = /^employers|ocations$/.test(facet.name) ? 200 : 100;
    if (facet.name === 'interfaceLocales' && values.length > 1) {
      faults.push({ code: 'MULTIPLE_VALUES_NOT_ALLOWED', path, description: `${path} takes one value` });
    } else if (values.length > most) {
      faults.push({ code: 'FIELD_LENGTH_TOO_LONG', path, description: `${path} cannot have more than ${most} values` });
    }
    for (const value of values) {
      const [, language = '', country = ''] = /^urn:li:locale:(\w+)_(\w+)$/.exec(value) ?? [];
      if (facet.name === 'interfaceLocales') {
        if (isLocale(language, country)) continue;
        const description = `Interface locale ${value} is not supported.`;
        faults.push({ code: 'INVALID_INTERFACE_LOCALE_CODE', path, value, description });
      } else if (!value.startsWith(facet.urn.split('{}')[0]!) || !change.exists(value)) {
        const description = `${path} value ${value} does not exist`;
        faults.push({ code: 'FIELD_VALUE_DOES_NOT_EXIST', path, value, description });
      } else faults.push(...segmentFaults(facet.name, path, value, change));
    }
    return faults;
  });
}

/** Website visitors come and go by themselves; lists are matched. Each kind has its facet. */
function segmentFaults(facet: string, path: string, value: string, { segment }: CampaignChange): Fault[] {
  const found = segment(value);
  if (!found) return [];
  if (found.status !== 'READY') {
    const description = `${path} value ${value} is not active`;
    return [{ code: 'FIELD_VALUE_NOT_ACTIVE', path, value, description }];
  }
  const wanted = found.type === 'WEBSITE_VISITORS' ? 'dynamicSegments' : 'audienceMatchingSegments';
  if (facet === wanted) return [];
  const description = `The segment ${value} cannot be used with the facet ${facet}`;
  return [{ code: 'INVALID_SEGMENT_ID_AND_FACET_COMBINATION_PROVIDED', path, value, description }];
}

function incompatible(one: string, other: string): Fault {
  const description = `The facets ${one} and ${other} cannot be combined in this way`;
  return { code: 'INCOMPATIBLE_TARGETING_COMBINATION', path: PATH, description };
}

function conflictFaults(clauses: readonly Facets[]): Fault[] {
  const names = clauses.map(namesIn);
  const everywhere = new Set(names.flat());
  const across = CONFLICTS.filter(([one, other]) =>
    names.some((clause, at) => clause.includes(one) && names.some((next, to) => to !== at && next.includes(other))),
  ).map(([one, other]) => incompatible(one, other));
  const places = everywhere.has('locations') && everywhere.has('profileLocations');
  return [...across, ...(places ? [incompatible('locations', 'profileLocations')] : [])];
}

/** Current, past or both may be included, only one of them; past members without current ones can be had by excluding. */
function timeFaults({ include, exclude }: Targeting): Fault[] {
  const included = new Set((include?.and ?? []).flatMap(({ or }) => namesIn(or)));
  const excluded = new Set(namesIn(exclude?.or ?? {}));
  return ['titles', 'employers'].flatMap((name) => {
    const forms = [name, `${name}Past`, `${name}All`];
    const used = forms.filter((form) => included.has(form) || excluded.has(form));
    const left = included.has(`${name}Past`) && excluded.has(name) && used.length === 2;
    if (used.length < 2 || left) return [];
    const description = `Only one of ${forms.join(', ')} can be used`;
    return [{ code: 'INVALID_PAST_ATTRIBUTE_COMBINATION', path: PATH, description }];
  });
}

function sideFaults({ include, exclude }: Targeting): Fault[] {
  const wrongSide = namesIn(exclude?.or ?? {})
    .filter((name) => INCLUDE_ONLY.includes(name))
    .map((name) => ({
      code: 'INVALID_VALUE_FOR_FIELD',
      path: `${PATH}/exclude`,
      value: name,
      description: `${PATH}/exclude cannot have ${name}`,
    }));
  const both = Object.entries(exclude?.or ?? {}).flatMap(([facet, values]) =>
    values.filter((value) => (include?.and ?? []).some(({ or }) => or[facet]?.includes(value))),
  );
  return [
    ...wrongSide,
    ...both.map((value) => ({
      code: 'FIELD_CANNOT_BE_BOTH_IN_INCLUDED_AND_EXCLUDED_TARGETING',
      path: PATH,
      value,
      description: `${value} cannot be both included and excluded`,
    })),
  ];
}
