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

function nearest(value: number, fixed: number | null, most: number): [top: number, bottom: number] {
  if (fixed !== null) return [Math.round(value * fixed), fixed];
  let best: [number, number] = [Math.round(value), 1];
  for (let bottom = 2; bottom <= most; bottom++) {
    const top = Math.round(value * bottom);
    if (Math.abs(top / bottom - value) < Math.abs(best[0] / best[1] - value) - 1e-12) best = [top, bottom];
  }
  return best;
}
