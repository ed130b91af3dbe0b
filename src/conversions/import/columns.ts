import type { Problem } from '../../errors.ts';

/** The fields of an event that a column can hold, each with the heads it is found by. */
const HEADS: Readonly<Record<string, readonly string[]>> = {
  event: ['event', 'event name', 'conversion name', 'conversion', 'stage'],
  event_id: ['event id', 'order id', 'order number', 'order', 'transaction id', 'transaction', 'id'],
  happened_at: [
    'happened at',
    'event time',
    'conversion time',
    'time',
    'date',
    'timestamp',
    'created at',
    'order date',
  ],
  'value.amount': ['value amount', 'value', 'amount', 'conversion value', 'revenue', 'total', 'price'],
  'value.currency': ['value currency', 'currency', 'currency code', 'conversion currency'],
  'person.email': ['person email', 'email', 'e mail', 'email address', 'mail', 'e mail address'],
  'person.phone': ['person phone', 'phone', 'phone number', 'mobile', 'telephone', 'tel'],
  'person.first_name': ['person first name', 'first name', 'given name', 'firstname'],
  'person.last_name': ['person last name', 'last name', 'family name', 'surname', 'lastname'],
  'person.city': ['person city', 'city', 'town'],
  'person.region': ['person region', 'region', 'state', 'province'],
  'person.postal_code': ['person postal code', 'postal code', 'zip', 'zip code', 'postcode', 'plz'],
  'person.country': ['person country', 'country', 'country code'],
  'person.external_id': ['person external id', 'external id', 'customer id', 'user id', 'customer number'],
  'click.gclid': ['click gclid', 'gclid', 'google click id'],
  'click.gbraid': ['click gbraid', 'gbraid'],
  'click.wbraid': ['click wbraid', 'wbraid'],
  'click.fbc': ['click fbc', 'fbc'],
  'click.fbp': ['click fbp', 'fbp'],
  'click.ttclid': ['click ttclid', 'ttclid', 'tiktok click id'],
  'click.li_fat_id': ['click li fat id', 'li fat id'],
  'browser.ip': ['browser ip', 'ip', 'ip address'],
  'browser.user_agent': ['browser user agent', 'user agent'],
  lead: ['lead', 'lead id'],
  source: ['source', 'action source'],
  url: ['url', 'page', 'page url', 'event source url'],
  consent: ['consent', 'ad user data', 'marketing consent'],
};

export const IMPORT_FIELDS: readonly string[] = Object.keys(HEADS);

/** Without these no row can be sent. */
const NEEDED = ['event', 'event_id', 'happened_at'];

interface Column {
  field: string;
  /** From 0. */
  index: number;
  head: string;
}

export interface Mapping {
  columns: readonly Column[];
  /** Values that hold for every row. */
  fixed: Readonly<Record<string, string>>;
  /** Heads that nothing is read from. */
  unused: readonly string[];
}

export interface MappingRequest {
  /** Which column holds which field, by its head or its place (`#2`); the others are found by their own names. `''`: none does. */
  map?: Readonly<Record<string, string>> | undefined;
  fixed?: Readonly<Record<string, string>> | undefined;
}

/** Which column of a file holds which field of an event. Two heads that could be the same field are never guessed between. */
export function mappingOf(
  heads: readonly string[],
  { map = {}, fixed = {} }: MappingRequest,
): { mapping: Mapping; problems: Problem[] } {
  const problems: Problem[] = [...Object.keys(map), ...Object.keys(fixed)]
    .filter((field) => !IMPORT_FIELDS.includes(field))
    .map((field) => ({ field, message: 'is no field of an event', allowed_values: IMPORT_FIELDS }));
  for (const field of Object.keys(map))
    if (map[field] !== '' && (fixed[field] ?? '') !== '')
      problems.push({ field, message: 'has a column and one value for all rows: leave one out' });
  const taken = new Set<number>();
  const columns: Column[] = [];
  const take = (field: string, found: readonly number[]) => {
    const [index] = found;
    if (found.length > 1) {
      const named = found.map((one) => `#${one + 1} (${heads[one]})`).join(', ');
      problems.push({ field, message: `could be any of the columns ${named}: say which` });
    } else if (index !== undefined) {
      columns.push({ field, index, head: heads[index]! });
      taken.add(index);
    }
  };
  for (const [field, wanted] of Object.entries(map)) {
    if (wanted === '' || !IMPORT_FIELDS.includes(field)) continue;
    const found = columnsCalled(wanted, heads);
    if (found.length === 0) problems.push({ field, message: `no column is called ${JSON.stringify(wanted)}` });
    take(field, found);
  }
  for (const field of IMPORT_FIELDS) {
    if (!(field in map || field in fixed)) take(field, candidates(field, heads, taken));
  }
  const has = (field: string) => columns.some((column) => column.field === field) || (fixed[field] ?? '') !== '';
  for (const field of NEEDED)
    if (!has(field) && !problems.some((problem) => problem.field === field))
      problems.push({ field, message: 'has no column; name one, or one value for all rows' });
  const unused = heads.filter((head, index) => head !== '' && !columns.some((column) => column.index === index));
  return { mapping: { columns, fixed, unused }, problems };
}

/** By its head, or by its place: `#2` is the second. */
function columnsCalled(wanted: string, heads: readonly string[]): number[] {
  const [, place] = /^#(\d+)$/.exec(wanted) ?? [];
  return [...heads.keys()].filter((index) =>
    place === undefined ? plain(heads[index]!) === plain(wanted) : index === Number(place) - 1,
  );
}

/** The columns whose head means the field, the nearest name first: a head `order id` keeps a head `id` from being asked about. */
function candidates(field: string, heads: readonly string[], taken: ReadonlySet<number>): number[] {
  for (const name of HEADS[field]!) {
    const found = heads.flatMap((head, index) => (plain(head) === name && !taken.has(index) ? [index] : []));
    if (found.length > 0) return found;
  }
  return [];
}

function plain(head: string): string {
  return head
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
