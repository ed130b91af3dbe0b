/**
 * Which of some media types a caller prefers: the highest weight wins, of equal weights the one named most exactly, then
 * the one named first. A type that the header does not mention is offered last; one that it gives the
 * weight 0 is not offered. `undefined`: all of them have the weight 0.
 */
export function acceptedType<T extends string>(header: string | undefined, offers: readonly T[]): T | undefined {
  const ranges = header === undefined ? [] : header.split(',').map(parseRange);
  const rated = offers.map((type, order) => ({ type, order, ...ratingOf(type, ranges) }));
  const wanted = rated.filter(({ weight }) => weight !== undefined && weight > 0);
  const [best] = wanted.sort(
    (a, b) => (b.weight ?? 0) - (a.weight ?? 0) || b.exactness - a.exactness || a.place - b.place || a.order - b.order,
  );
  return (best ?? rated.find(({ weight }) => weight === undefined))?.type;
}

interface MediaRange {
  type: string;
  weight: number;
}

function parseRange(text: string): MediaRange {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((one) => /^q\s*=/.test(one))?.replace(/^q\s*=\s*/, '');
  return { type: type === '*' ? '*/*' : type, weight: weight === undefined ? 1 : Number(weight) || 0 };
}

interface Rating {
  /** `undefined`: the header says nothing about it. */
  weight: number | undefined;
  exactness: number;
  place: number;
}

/** The weight of a type is that of the most exact range covering it. */
function ratingOf(type: string, ranges: readonly MediaRange[]): Rating {
  const [group] = type.split('/');
  for (const [level, covering] of [type, `${group}/*`, '*/*'].entries()) {
    const place = ranges.findIndex((range) => range.type === covering);
    if (place >= 0) return { weight: ranges[place]?.weight, exactness: -level, place };
  }
  return { weight: undefined, exactness: -3, place: ranges.length };
}
