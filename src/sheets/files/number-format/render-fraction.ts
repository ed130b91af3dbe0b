import { toDecimal } from './decimal.ts';
import { digitPlaces, fillWhole } from './digit-places.ts';
import type { Token } from './format-code.ts';

/** `# ?/?` and `# ?/8`: the nearest fraction whose denominator has no more digits than there are places for it. */
export function fractionRenderer(tokens: readonly Token[]): (size: number) => string {
  const slash = tokens.findIndex(({ type }) => type === 'slash');
  const before = tokens.slice(0, slash);
  const numeratorAt = before.findLastIndex(({ type }, at) => type === 'digit' && before[at - 1]?.type !== 'digit');
  const whole = digitPlaces(before.slice(0, Math.max(0, numeratorAt)));
  const numerator = digitPlaces(before.slice(Math.max(0, numeratorAt)));
  const { places, fixed, after } = denominatorOf(tokens.slice(slash + 1));
  return (size) => {
    const [top, bottom] = nearest(whole.count > 0 ? size % 1 : size, fixed, 10 ** places - 1);
    const isWhole = whole.count > 0 && (top === 0 || top === bottom);
    const units = whole.count > 0 ? Math.trunc(size) + (isWhole && top > 0 ? 1 : 0) : 0;
    const unitsText = fillWhole(toDecimal(units, 0).whole || (isWhole ? '0' : ''), whole, false);
    if (isWhole) return unitsText + ' '.repeat(numerator.count + 1 + places) + after;
    return `${unitsText}${fillWhole(String(top), numerator, false)}/${String(bottom).padEnd(places)}${after}`;
  };
}

function denominatorOf(tokens: readonly Token[]): { places: number; fixed: number | null; after: string } {
  const texts = tokens.map((token) =>
    token.type === 'literal' ? token.text : token.type === 'digit' ? token.pad : '',
  );
  const [, places = '', after = ''] = /^([\d#?]+)(.*)$/s.exec(texts.join('')) ?? [];
  const fixed = /^[1-9]\d*$/.test(places) ? Number(places) : null;
  return { places: Math.min(places.length, 4), fixed, after };
}

/** Numbers closer to each other than this look the same in a spreadsheet. */
const SAME = 1e-12;

/** The best fraction with a denominator of at most `most`, found along the number's continued fraction. */
function nearest(value: number, fixed: number | null, most: number): [top: number, bottom: number] {
  if (fixed !== null) return [Math.round(value * fixed), fixed];
  let [before, bottom] = [0, 1];
  let rest = value % 1;
  while (rest > SAME && distance(value, bottom) > SAME) {
    const step = Math.floor(1 / rest);
    const next = before + step * bottom;
    if (next > most) {
      // The convergent is out of reach; the last one before it may still be beaten by a shorter step.
      const between = before + Math.floor((most - before) / bottom) * bottom;
      if (between > 0 && distance(value, between) < distance(value, bottom) - SAME) bottom = between;
      break;
    }
    [before, bottom] = [bottom, next];
    rest = 1 / rest - step;
  }
  return [Math.round(value * bottom), bottom];
}

function distance(value: number, bottom: number): number {
  return Math.abs(Math.round(value * bottom) / bottom - value);
}
