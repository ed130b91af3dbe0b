import { folded } from './folded-text.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ja'];

/** Names for several countries, and those that people write and no standard has. */
const GROUPS: Readonly<Record<string, string>> = {
  dach: 'DE AT CH',
  'd a ch': 'DE AT CH',
  benelux: 'BE NL LU',
  nordics: 'DK FI IS NO SE',
  nordic: 'DK FI IS NO SE',
  scandinavia: 'DK NO SE',
  skandinavien: 'DK NO SE',
  iberia: 'ES PT',
  uk: 'GB',
  'great britain': 'GB',
  england: 'GB',
  grossbritannien: 'GB',
  'grande bretagne': 'GB',
  'gran bretana': 'GB',
  'gran bretagna': 'GB',
  'gra bretanha': 'GB',
  'groot brittannie': 'GB',
  usa: 'US',
  'u s': 'US',
  'u s a': 'US',
  america: 'US',
  amerika: 'US',
  'etats unis': 'US',
  eeuu: 'US',
  'ee uu': 'US',
  eua: 'US',
  vs: 'US',
  holland: 'NL',
  hollande: 'NL',
  holanda: 'NL',
  olanda: 'NL',
  d: 'DE',
  ger: 'DE',
  brd: 'DE',
  a: 'AT',
  aut: 'AT',
  f: 'FR',
  fra: 'FR',
  i: 'IT',
  ita: 'IT',
  e: 'ES',
  esp: 'ES',
  deu: 'DE',
  gbr: 'GB',
  jpn: 'JP',
  nld: 'NL',
  bel: 'BE',
  che: 'CH',
  sui: 'CH',
  pol: 'PL',
  prt: 'PT',
  can: 'CA',
  aus: 'AU',
  bra: 'BR',
  mex: 'MX',
  czechia: 'CZ',
  tschechien: 'CZ',
  turkey: 'TR',
  日本国内: 'JP',
  全国: 'JP',
  米国: 'US',
  英国: 'GB',
  独: 'DE',
  仏: 'FR',
};

const SEPARATORS = /[,;/|\n、・・]/;
const WITHIN_NAMES = /[+&]|\s(?:und|and|et|y|e|en|u\.)\s|\s-\s/;

/** Countries and languages by their names in the eight languages. Made once a reading. */
export class PlaceWords {
  readonly #countries = new Map<string, readonly string[]>();
  readonly #languages = new Map<string, string>();

  /** The tables take some milliseconds a language, so they are made in turns. */
  static *made(): Generator<void, PlaceWords> {
    const words = new PlaceWords();
    const codes = yield* regionCodes();
    for (const locale of LANGUAGES) {
      const regions = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
      for (const code of codes) {
        if (code.endsWith('A')) yield;
        const name = regions.of(code);
        // The tables write Bosnia & Herzegovina, and people write both.
        if (name) for (const one of [name, name.replaceAll('&', 'and')]) words.#countries.set(folded(one), [code]);
      }
      const languages = new Intl.DisplayNames([locale], { type: 'language', fallback: 'none' });
      for (const code of LANGUAGE_CODES) {
        const name = languages.of(code);
        if (name) words.#languages.set(folded(name), code);
      }
      yield;
    }
    for (const [name, members] of Object.entries(GROUPS)) words.#countries.set(name, members.split(' '));
    for (const code of codes) words.#countries.set(code.toLowerCase(), [code]);
    for (const code of LANGUAGE_CODES) words.#languages.set(code, code);
    return words;
  }

  /** The countries of a cell, with the parts that are none. */
  countries(text: string): { codes: readonly string[]; unknown: readonly string[] } {
    return this.#parts(text, (part) => this.country(part));
  }

  /** Of one name, `DE`, `DACH` or `Deutschland (DE)`. */
  country(text: string): readonly string[] | undefined {
    const found = this.#countries.get(folded(text));
    if (found) return found;
    const [, before = '', inside = ''] = /^(.*?)\(([^)]*)\)\s*$/.exec(text) ?? [];
    if (inside === '') return undefined;
    return this.#countries.get(folded(before)) ?? this.#countries.get(folded(inside));
  }

  languages(text: string): { codes: readonly string[]; unknown: readonly string[] } {
    return this.#parts(text, (part) => {
      const plain = folded(part);
      const found =
        this.#languages.get(plain) ?? (/[,;/&+|]/.test(part) ? undefined : this.#languages.get(plain.split(' ')[0]!));
      return found === undefined ? undefined : [found];
    });
  }

  #parts(text: string, read: (part: string) => readonly string[] | undefined) {
    const whole = read(text);
    if (whole) return { codes: whole, unknown: [] };
    // What a name may hold itself (Bosnia and Herzegovina) separates only where no name is meant.
    const parts = separated(text, SEPARATORS).flatMap((part) => (read(part) ? [part] : separated(part, WITHIN_NAMES)));
    const codes = new Set<string>();
    const unknown: string[] = [];
    for (const part of parts) {
      const found = read(part);
      if (found) for (const code of found) codes.add(code);
      else unknown.push(part);
    }
    return { codes: [...codes], unknown };
  }
}

function separated(text: string, separators: RegExp): string[] {
  return text
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Two letters that were given away again, or never meant a country. */
const NO_COUNTRIES = new Set(
  'EU EZ UN QO XA XB ZZ UK DD SU FX TP YD YU ZR BU AN CS NT DY HV NH RH VD CT MI PC PU PZ WK JT NQ FQ'.split(' '),
);

function* regionCodes(): Generator<void, string[]> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const codes: string[] = [];
  for (const first of LETTERS) {
    yield;
    for (const second of LETTERS) {
      const code = first + second;
      if (!NO_COUNTRIES.has(code) && names.of(code)) codes.push(code);
    }
  }
  return codes;
}

const LANGUAGE_CODES =
  'ar bg bn ca cs da de el en es et fa fi fr he hi hr hu id it ja ko lt lv ms nl no nb pl pt ro ru sk sl sr sv th tr uk ur vi zh'.split(
    ' ',
  );
