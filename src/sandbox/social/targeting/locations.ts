export interface Country {
  code: string;
  name: string;
}

export const COUNTRIES: readonly Country[] =
  `US United States;CA Canada;MX Mexico;BR Brazil;AR Argentina;CL Chile;CO Colombia;PE Peru;GB United Kingdom;IE Ireland;FR France;DE Germany;AT Austria;CH Switzerland;NL Netherlands;BE Belgium;LU Luxembourg;ES Spain;PT Portugal;IT Italy;GR Greece;DK Denmark;SE Sweden;NO Norway;FI Finland;IS Iceland;PL Poland;CZ Czech Republic;SK Slovakia;HU Hungary;RO Romania;BG Bulgaria;HR Croatia;SI Slovenia;EE Estonia;LV Latvia;LT Lithuania;TR Turkey;IL Israel;AE United Arab Emirates;SA Saudi Arabia;EG Egypt;ZA South Africa;NG Nigeria;KE Kenya;IN India;PK Pakistan;BD Bangladesh;TH Thailand;VN Vietnam;MY Malaysia;SG Singapore;ID Indonesia;PH Philippines;HK Hong Kong;TW Taiwan;KR South Korea;JP Japan;AU Australia;NZ New Zealand`
    .split(';')
    .map((line) => ({ code: line.slice(0, 2), name: line.slice(3) }));

/** Country, region, cities. */
const PLACES = `
US|California|Los Angeles;San Francisco;San Diego;Sacramento;Oakland
US|New York|New York;Buffalo;Rochester;Albany
US|Texas|Houston;Dallas;Austin;San Antonio
US|Florida|Miami;Orlando;Tampa;Jacksonville
US|Illinois|Chicago;Springfield
US|Washington|Seattle;Spokane
US|Massachusetts|Boston;Springfield
US|Oregon|Portland;Salem
US|Missouri|Kansas City;Springfield
CA|Ontario|Toronto;Ottawa;London
CA|British Columbia|Vancouver;Victoria
GB|England|London;Manchester;Birmingham;Leeds
GB|Scotland|Edinburgh;Glasgow
FR|Île-de-France|Paris;Versailles
FR|Provence-Alpes-Côte d'Azur|Marseille;Nice
DE|Berlin|Berlin
DE|Bavaria|Munich;Nuremberg
DE|Hamburg|Hamburg
DE|Hesse|Frankfurt;Wiesbaden
ES|Community of Madrid|Madrid
ES|Catalonia|Barcelona
IT|Lazio|Rome
IT|Lombardy|Milan
NL|North Holland|Amsterdam
JP|Tokyo|Tokyo;Hachioji
JP|Osaka Prefecture|Osaka;Sakai
JP|Kanagawa Prefecture|Yokohama;Kawasaki
JP|Hokkaido|Sapporo
JP|Fukuoka Prefecture|Fukuoka`;

export interface Place {
  key: string;
  name: string;
  type: 'country' | 'region' | 'city' | 'zip' | 'geo_market' | 'country_group';
  country_code?: string;
  country_name?: string;
  region?: string;
  region_id?: number;
  supports_region: boolean;
  supports_city: boolean;
}

function buildPlaces(): Place[] {
  const places: Place[] = COUNTRIES.map(({ code, name }) => ({
    key: code,
    name,
    type: 'country',
    country_code: code,
    country_name: name,
    supports_region: true,
    supports_city: true,
  }));
  PLACES.trim()
    .split('\n')
    .forEach((line, index) => {
      const [country_code, region, cities] = line.split('|') as [string, string, string];
      const country_name = COUNTRIES.find(({ code }) => code === country_code)!.name;
      const region_id = 3843 + index;
      const within = { country_code, country_name, supports_region: true, supports_city: true };
      places.push({ ...within, key: String(region_id), name: region, type: 'region' });
      cities.split(';').forEach((name, nth) => {
        places.push({
          ...within,
          key: String(2_418_000 + index * 1310 + nth * 131),
          name,
          type: 'city',
          region,
          region_id,
        });
      });
    });
  const us = { country_code: 'US', country_name: 'United States', supports_region: true, supports_city: true };
  for (const zip of ['94304', '10001', '60601', '98101', '02108'])
    places.push({ ...us, key: `US:${zip}`, name: zip, type: 'zip' });
  places.push({ ...us, key: 'COMSCORE_MARKET:2001', name: 'New York', type: 'geo_market' });
  for (const [key, name] of [
    ['worldwide', 'Worldwide'],
    ['europe', 'Europe'],
    ['eea', 'European Economic Area'],
    ['north_america', 'North America'],
    ['asia', 'Asia'],
  ]) {
    places.push({ key: key!, name: name!, type: 'country_group', supports_region: false, supports_city: false });
  }
  return places;
}

export const LOCATIONS: readonly Place[] = buildPlaces();

export function regionsOf(country: string): string[] {
  const known = LOCATIONS.filter(({ type, country_code }) => type === 'region' && country_code === country).map(
    ({ name }) => name,
  );
  return known.length > 0 ? known : [`${COUNTRIES.find(({ code }) => code === country)?.name ?? country} (all)`];
}

export const LOCALES: readonly { key: number; name: string }[] =
  `1 Catalan;2 Czech;3 Cebuano;4 Welsh;5 German;6 English (US);7 Spanish (Spain);8 Finnish;9 French (France);10 Hungarian;11 Italian;12 Japanese;13 Korean;14 Norwegian (bokmal);15 Polish;16 Portuguese (Brazil);17 Russian;18 Swedish;19 Turkish;20 Simplified Chinese (China);21 Traditional Chinese (Hong Kong);22 Traditional Chinese (Taiwan);23 Spanish;24 English (UK);25 Indonesian;26 Portuguese (Portugal);27 Hindi;28 Arabic;29 Dutch;30 Danish;1001 English (All);1002 Spanish (All);1003 French (All)`
    .split(';')
    .map((line) => ({ key: Number(line.slice(0, line.indexOf(' '))), name: line.slice(line.indexOf(' ') + 1) }));

export const EMPLOYERS = [
  'Self-Employed',
  'United States Air Force',
  'NHS',
  'Deutsche Bahn',
  'Rakuten',
  'Tata Consultancy Services',
  'Hospital Italiano',
];
export const POSITIONS = [
  'Owner',
  'Manager',
  'Software Developer',
  'Registered Nurse',
  'Teacher',
  'Chief Executive Officer',
  'Marketing Director',
  'Graphic Designer',
];
export const SCHOOLS = [
  'University of Tokyo',
  'Harvard University',
  'University of Oxford',
  'Sorbonne University',
  'Humboldt University of Berlin',
  'University of São Paulo',
];
export const MAJORS = [
  'Business Administration',
  'Computer Science',
  'Economics',
  'Medicine',
  'Psychology',
  'Law',
  'Design',
];
