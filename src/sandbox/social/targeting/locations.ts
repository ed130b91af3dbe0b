import { unit } from '../../chance.ts';
import { COUNTRIES, countryName } from './countries.ts';

/** Country, region, cities with where they lie. */
const PLACES = `
US|California|Los Angeles 34.05,-118.24;San Francisco 37.77,-122.42;San Diego 32.72,-117.16;Sacramento 38.58,-121.49;Oakland 37.8,-122.27
US|New York|New York 40.71,-74.01;Buffalo 42.89,-78.88;Rochester 43.16,-77.61;Albany 42.65,-73.76
US|Texas|Houston 29.76,-95.37;Dallas 32.78,-96.8;Austin 30.27,-97.74;San Antonio 29.42,-98.49
US|Florida|Miami 25.76,-80.19;Orlando 28.54,-81.38;Tampa 27.95,-82.46;Jacksonville 30.33,-81.66
US|Illinois|Chicago 41.88,-87.63;Springfield 39.8,-89.64
US|Washington|Seattle 47.61,-122.33;Spokane 47.66,-117.43
US|Massachusetts|Boston 42.36,-71.06;Springfield 42.1,-72.59
US|Oregon|Portland 45.52,-122.68;Salem 44.94,-123.04
US|Missouri|Kansas City 39.1,-94.58;Springfield 37.21,-93.29
CA|Ontario|Toronto 43.65,-79.38;Ottawa 45.42,-75.7;London 42.98,-81.25
CA|British Columbia|Vancouver 49.28,-123.12;Victoria 48.43,-123.37
GB|England|London 51.51,-0.13;Manchester 53.48,-2.24;Birmingham 52.49,-1.9;Leeds 53.8,-1.55
GB|Scotland|Edinburgh 55.95,-3.19;Glasgow 55.86,-4.25
FR|Île-de-France|Paris 48.86,2.35;Versailles 48.8,2.13
FR|Provence-Alpes-Côte d'Azur|Marseille 43.3,5.37;Nice 43.7,7.27
DE|Berlin|Berlin 52.52,13.4
DE|Bavaria|Munich 48.14,11.58;Nuremberg 49.45,11.08
DE|Hamburg|Hamburg 53.55,9.99
DE|Hesse|Frankfurt 50.11,8.68;Wiesbaden 50.08,8.24
ES|Community of Madrid|Madrid 40.42,-3.7
ES|Catalonia|Barcelona 41.39,2.17
IT|Lazio|Rome 41.9,12.5
IT|Lombardy|Milan 45.46,9.19
NL|North Holland|Amsterdam 52.37,4.9
JP|Tokyo|Tokyo 35.68,139.69;Hachioji 35.66,139.32
JP|Osaka Prefecture|Osaka 34.69,135.5;Sakai 34.57,135.48
JP|Kanagawa Prefecture|Yokohama 35.44,139.64;Kawasaki 35.53,139.7
JP|Hokkaido|Sapporo 43.06,141.35
JP|Fukuoka Prefecture|Fukuoka 33.59,130.4
SG|Central Singapore|Singapore 1.35,103.82
TW|Taipei City|Taipei 25.03,121.57
BR|São Paulo|São Paulo -23.55,-46.63
AU|New South Wales|Sydney -33.87,151.21
IN|Maharashtra|Mumbai 19.08,72.88
TH|Bangkok|Bangkok 13.76,100.5
CH|Zurich|Zurich 47.38,8.54`;

/** Parts of cities: type, country, region, city, name. */
const PARTS = `
subcity|US|New York|New York|Manhattan
subcity|US|New York|New York|Brooklyn
subcity|JP|Tokyo|Tokyo|Shibuya
subcity|DE|Berlin|Berlin|Berlin-Mitte
neighborhood|US|California|San Francisco|Mission District
neighborhood|US|New York|New York|Harlem
neighborhood|FR|Île-de-France|Paris|Le Marais`;

export interface Place {
  key: string;
  name: string;
  type: 'country' | 'region' | 'city' | 'zip' | 'geo_market' | 'country_group' | 'subcity' | 'neighborhood';
  country_code?: string;
  country_name?: string;
  region?: string;
  region_id?: number;
  primary_city?: string;
  primary_city_id?: number;
  supports_region: boolean;
  supports_city: boolean;
}

export interface Point {
  latitude: number;
  longitude: number;
}

/** Where cities lie, by key. */
export const CITY_POINTS = new Map<string, Point>();

const SUPPORTS = { supports_region: true, supports_city: true };

function within(code: string) {
  return { country_code: code, country_name: countryName(code), ...SUPPORTS };
}

function regionsAndCities(): Place[] {
  return PLACES.trim()
    .split('\n')
    .flatMap((line, index) => {
      const [code, region, cities] = line.split('|') as [string, string, string];
      const region_id = 3843 + index;
      const places = cities.split(';').map((city, nth): Place => {
        const [, name, latitude, longitude] = /^(.+) (\S+),(\S+)$/.exec(city)!;
        const key = String(2_418_000 + index * 1310 + nth * 131);
        CITY_POINTS.set(key, { latitude: Number(latitude), longitude: Number(longitude) });
        return { ...within(code), key, name: name!, type: 'city', region, region_id };
      });
      return [{ ...within(code), key: String(region_id), name: region, type: 'region' } as Place, ...places];
    });
}

function partsOf(cities: readonly Place[]): Place[] {
  return PARTS.trim()
    .split('\n')
    .map((line, index) => {
      const [type, code, region, city, name] = line.split('|') as [Place['type'], string, string, string, string];
      const whole = cities.find((place) => place.type === 'city' && place.name === city && place.region === region)!;
      return {
        ...within(code),
        key: String(2_700_100 + index * 17),
        name,
        type,
        region,
        region_id: whole.region_id!,
        primary_city: city,
        primary_city_id: Number(whole.key),
      };
    });
}

function buildPlaces(): Place[] {
  const cities = regionsAndCities();
  const groups = { supports_region: false, supports_city: false, type: 'country_group' as const };
  return [
    ...COUNTRIES.map(({ code, name }): Place => ({ ...within(code), key: code, name, type: 'country' })),
    ...cities,
    ...partsOf(cities),
    ...['94304', '10001', '60601', '98101', '02108'].map(
      (zip): Place => ({ ...within('US'), key: `US:${zip}`, name: zip, type: 'zip' }),
    ),
    { ...within('US'), key: 'COMSCORE_MARKET:2001', name: 'New York', type: 'geo_market' },
    { ...groups, key: 'worldwide', name: 'Worldwide' },
    { ...groups, key: 'europe', name: 'Europe' },
    { ...groups, key: 'eea', name: 'European Economic Area' },
    { ...groups, key: 'north_america', name: 'North America' },
    { ...groups, key: 'asia', name: 'Asia' },
  ];
}

export const LOCATIONS: readonly Place[] = buildPlaces();

const byKey = new Map(LOCATIONS.map((place) => [`${place.type} ${place.key}`, place]));

export function placeOf(type: string, key: string): Place | undefined {
  return byKey.get(`${type} ${key}`);
}

export function regionsOf(country: string): string[] {
  const known = LOCATIONS.filter(({ type, country_code }) => type === 'region' && country_code === country).map(
    ({ name }) => name,
  );
  return known.length > 0 ? known : [`${countryName(country)} (all)`];
}

export const LOCALES: readonly { key: number; name: string }[] =
  `1 Catalan;2 Czech;3 Cebuano;4 Welsh;5 German;6 English (US);7 Spanish (Spain);8 Finnish;9 French (France);10 Hungarian;11 Italian;12 Japanese;13 Korean;14 Norwegian (bokmal);15 Polish;16 Portuguese (Brazil);17 Russian;18 Swedish;19 Turkish;20 Simplified Chinese (China);21 Traditional Chinese (Hong Kong);22 Traditional Chinese (Taiwan);23 Spanish;24 English (UK);25 Indonesian;26 Portuguese (Portugal);27 Hindi;28 Arabic;29 Dutch;30 Danish;1001 English (All);1002 Spanish (All);1003 French (All)`
    .split(';')
    .map((line) => ({ key: Number(line.slice(0, line.indexOf(' '))), name: line.slice(line.indexOf(' ') + 1) }));

/** Employers, positions, schools and majors have ids that follow from their names. */
export function professionId(name: string): string {
  return String(100_000_000_000 + Math.floor(unit(name) * 1e11));
}

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
