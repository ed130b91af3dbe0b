import type { Turns } from '../event-loop/turns.ts';
import { phrase } from './marketers-words.ts';

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
/** In terms: a word after one of these that no tool and no table knows is most likely the name of a place. */
const BEFORE_PLACE = / (?:in|near|around|outsid|within|insid) (?:the |all |all of )?([a-z]{3,}) /;

/** The countries' names in terms, with a blank before and after each. In short turns: the first names take long to load. */
export async function countries(turns: Turns): Promise<string[]> {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const found: string[] = [];
  for (const first of LETTERS) {
    await turns.pause();
    found.push(...LETTERS.flatMap((second) => names.of(first + second) ?? []).map(phrase));
  }
  return found;
}

/** Whether a text names a place: a country, or what `in` stands before and is no word of ours. */
export function namesPlace(text: string, countries: readonly string[], isKnown: (term: string) => boolean): boolean {
  const [, after] = BEFORE_PLACE.exec(text) ?? [];
  return (after !== undefined && !isKnown(after)) || countries.some((name) => text.includes(name));
}
