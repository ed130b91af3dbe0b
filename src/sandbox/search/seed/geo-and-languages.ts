import type { Doc, Store } from '../state.ts';
import { CITIES, COUNTRIES, CURRENCIES, LANGUAGES, REGIONS } from './places.ts';

/** Locations, languages and currencies, which belong to no account. */
export function seedConstants(store: Store): void {
  const insert = (kind: string, key: string, doc: Doc, parent: string | null = null) =>
    store.insert({ customer: 'global', kind, key, parent, doc, delivery: [] });
  const place = (id: number, doc: Doc, parent: number | undefined) =>
    insert(
      'geo_target_constant',
      String(id),
      {
        resource_name: `geoTargetConstants/${id}`,
        id,
        status: 'ENABLED',
        ...(parent !== undefined && { parent_geo_target: `geoTargetConstants/${parent}` }),
        ...doc,
      },
      parent === undefined ? null : String(parent),
    );
  const countries = new Map<string, { id: number; name: string }>();
  for (const [name, code, number] of COUNTRIES) {
    countries.set(code, { id: 2000 + number, name });
    place(2000 + number, { name, country_code: code, target_type: 'Country', canonical_name: name }, undefined);
  }
  const regions = new Map<string, { id: number; name: string }>();
  for (const [name, code, id] of REGIONS) {
    const country = countries.get(code)!;
    regions.set(`${code} ${name}`, { id, name });
    const type = code === 'US' || code === 'DE' ? 'State' : code === 'JP' ? 'Prefecture' : 'Region';
    place(id, { name, country_code: code, target_type: type, canonical_name: `${name},${country.name}` }, country.id);
  }
  for (const [name, region, code, id] of CITIES) {
    const country = countries.get(code)!;
    const above = regions.get(`${code} ${region}`) ?? country;
    place(
      id,
      { name, country_code: code, target_type: 'City', canonical_name: `${name},${region},${country.name}` },
      above.id,
    );
  }
  for (const [id, code, name] of LANGUAGES)
    insert('language_constant', String(id), {
      resource_name: `languageConstants/${id}`,
      id,
      code,
      name,
      targetable: true,
    });
  for (const [code, name, symbol, unit] of CURRENCIES)
    insert('currency_constant', code, {
      resource_name: `currencyConstants/${code}`,
      code,
      name,
      symbol,
      billable_unit_micros: unit,
    });
}
