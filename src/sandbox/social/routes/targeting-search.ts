import { unit } from '../../chance.ts';
import { isObject } from '../../json.ts';
import { fromArray, type Source } from '../../paging.ts';
import { badParameter, sandboxLacks } from '../errors.ts';
import { type Ctx, type ListOperation, type Operation, ofKind, type Row } from '../graph/operation.ts';
import { own, type Params } from '../graph/params.ts';
import {
  EMPLOYERS,
  LOCALES,
  LOCATIONS,
  MAJORS,
  type Place,
  POSITIONS,
  professionId,
  SCHOOLS,
} from '../targeting/locations.ts';
import { ALL_OPTIONS, OPTIONS, type TargetingOption } from '../targeting/options.ts';

const account = ofKind('AdAccount');

type Search = (params: Params) => Row[];

const SEARCHES: Record<string, Search> = {
  adinterest: (params) => matching(OPTIONS.interests!, params.requiredText('q')).map(sized),
  adinterestsuggestion: (params) => suggestions(params.words('interest_list') ?? missing('interest_list')).map(sized),
  adinterestvalid: validInterests,
  adTargetingCategory: categories,
  adtargetingcategory: categories,
  adgeolocation: locations,
  adlocale: (params) => named(LOCALES, params.text('q')),
  adworkemployer: (params) => plain(EMPLOYERS, params.text('q')),
  adworkposition: (params) => plain(POSITIONS, params.text('q')),
  adeducationschool: (params) => plain(SCHOOLS, params.text('q')),
  adeducationmajor: (params) => plain(MAJORS, params.text('q')),
  adradiussuggestion: () => [{ suggested_radius: 25, distance_unit: 'mile' }],
  targetingoptionstatus: (params) =>
    (params.words('targeting_option_list') ?? missing('targeting_option_list')).map((id) => ({
      id,
      current_status: ALL_OPTIONS.some((option) => option.id === id) ? 'NORMAL' : 'NON-DELIVERABLE',
    })),
};

function missing(name: string): never {
  throw badParameter(`The parameter ${name} is required`, name);
}

function matching<T extends { name: string }>(list: readonly T[], q: string): T[] {
  const wanted = folded(q);
  return list
    .filter(({ name }) => folded(name).includes(wanted))
    .sort((a, b) => Number(folded(b.name).startsWith(wanted)) - Number(folded(a.name).startsWith(wanted)));
}

/** `Zürich` finds Zurich. */
function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

function named<T extends { name: string }>(list: readonly T[], q: string | undefined): Row[] {
  return (q ? matching(list, q) : [...list]) as unknown as Row[];
}

function plain(list: readonly string[], q: string | undefined): Row[] {
  const entries = list.map((name) => ({
    id: professionId(name),
    name,
    coverage: Math.floor(unit(name, 'size') * 1e6),
    subtext: '',
  }));
  return named(entries, q);
}

/** `adinterest` rows have no type of their own. */
function sized({ type: _, ...option }: TargetingOption): Row {
  return option;
}

function suggestions(names: readonly string[]): TargetingOption[] {
  const topics = new Set(OPTIONS.interests!.filter(({ name }) => names.includes(name)).map(({ topic }) => topic));
  return OPTIONS.interests!.filter(({ name, topic }) => topics.has(topic) && !names.includes(name));
}

function validInterests(params: Params): Row[] {
  const ids = params.words('interest_fbid_list') ?? [];
  const names = params.words('interest_list') ?? [];
  const row = (asked: Row, option: TargetingOption | undefined) =>
    option ? { ...sized(option), valid: true } : { ...asked, valid: false };
  return [
    ...names.map((name) =>
      row(
        { name },
        OPTIONS.interests!.find((option) => option.name === name),
      ),
    ),
    ...ids.map((id) =>
      row(
        { id },
        OPTIONS.interests!.find((option) => option.id === id),
      ),
    ),
  ];
}

function categories(params: Params): Row[] {
  const wanted = params.text('class');
  if (wanted === undefined) return ALL_OPTIONS as unknown as Row[];
  if (wanted === 'user_device')
    return ['iPhone', 'iPad', 'Pixel 8', 'Galaxy S24'].map((name) => ({
      name,
      platform: name.startsWith('iP') ? 'iOS' : 'Android',
      description: name,
    }));
  if (wanted === 'user_os')
    return ['iOS', 'Android', 'Android_ver_8.0_and_above'].map((name) => ({
      name,
      platform: name.startsWith('A') ? 'Android' : 'iOS',
      description: name,
    }));
  const options = own(OPTIONS, wanted);
  if (!options)
    throw badParameter(
      `Param class must be one of {${Object.keys(OPTIONS).join(', ')}, user_device, user_os}`,
      'class',
    );
  return options as unknown as Row[];
}

function locations(params: Params): Row[] {
  const types = params.words('location_types');
  const country = params.text('country_code');
  const region = params.text('region_id');
  const q = params.text('q');
  const keep = (place: Place) =>
    (types === undefined || types.includes(place.type)) &&
    (country === undefined || place.country_code === country) &&
    (region === undefined || String(place.region_id) === region);
  return named(LOCATIONS.filter(keep), q);
}

const search: ListOperation = {
  method: 'GET',
  on: 'Root',
  edge: 'search',
  partial: 'without adgeolocationmeta',
  limit: { usual: 8, most: 1000 },
  list({ params }: Ctx) {
    if (params.text('type') === 'adgeolocationmeta') throw sandboxLacks('GET /search?type=adgeolocationmeta');
    const find = own(SEARCHES, params.requiredText('type'));
    if (!find) throw badParameter(`Param type must be one of {${Object.keys(SEARCHES).join(', ')}}`, 'type');
    return fromArray(find(params));
  },
};

function ofTypes(params: Params): readonly TargetingOption[] {
  const type = params.text('limit_type');
  if (type === undefined) return ALL_OPTIONS;
  return own(OPTIONS, type) ?? [];
}

function validated({ params }: Ctx): Source<Row> {
  const ids = [
    ...(params.words('id_list') ?? []),
    ...(params.array('targeting_list') ?? []).map((entry) => (isObject(entry) ? String(entry.id) : String(entry))),
  ];
  const names = params.words('name_list') ?? [];
  const rows = [
    ...ids.map((id) => ALL_OPTIONS.find((option) => option.id === id) ?? { id }),
    ...names.map((name) => ALL_OPTIONS.find((option) => option.name === name) ?? { name }),
  ];
  return fromArray(rows.map((row) => ({ ...row, valid: 'audience_size_lower_bound' in row })));
}

const SEARCH_LIMIT = { limit: { usual: 25, most: 1000 } };

export const operations: Operation[] = [
  search,
  account.list(
    'targetingsearch',
    ({ params }) => fromArray(named(ofTypes(params), params.requiredText('q'))),
    SEARCH_LIMIT,
  ),
  account.list('targetingbrowse', ({ params }) => fromArray(named(ofTypes(params), undefined)), SEARCH_LIMIT),
  account.list(
    'targetingsuggestions',
    ({ params }) => {
      const ids = (params.array('targeting_list') ?? []).map((entry) => (isObject(entry) ? String(entry.id) : ''));
      const names = ALL_OPTIONS.filter(({ id }) => ids.includes(id)).map(({ name }) => name);
      return fromArray(named(suggestions(names), undefined));
    },
    SEARCH_LIMIT,
  ),
  account.list('targetingvalidation', validated, SEARCH_LIMIT),
];
