/** Hours an ad group runs in. Callers use words; the platform uses 336 signs, 0 or 1 for each half-hour from Monday on. */

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const HALF_HOURS = 48;
const ALWAYS = 'always';
const SIGNS = /^[01]{336}$/;
const PART = /^(\w{3})(?:-(\w{3}))? ([01]?\d|2[0-3]):([03])0-([01]?\d|2[0-4]):([03])0$/i;

/** The platform's signs for words, or for signs; undefined when the text is neither. */
export function signsOf(words: string): string | undefined {
  if (SIGNS.test(words)) return words;
  if (words.trim().toLowerCase() === ALWAYS) return '1'.repeat(DAYS.length * HALF_HOURS);
  const signs: number[] = Array(DAYS.length * HALF_HOURS).fill(0);
  for (const part of words.split(',')) {
    const [, first = '', last, fromHour, fromHalf, toHour, toHalf] = PART.exec(part.trim()) ?? [];
    const [from, to] = [dayOf(first), dayOf(last ?? first)];
    const [start, end] = [halfHour(fromHour, fromHalf), halfHour(toHour, toHalf)];
    if (from < 0 || to < from || !(end > start) || end > HALF_HOURS) return undefined;
    for (let day = from; day <= to; day += 1) signs.fill(1, day * HALF_HOURS + start, day * HALF_HOURS + end);
  }
  return signs.join('');
}

/** The words for the platform's signs. All 1 and all 0 both mean always. */
export function wordsOf(signs: string | null | undefined): string | undefined {
  if (!signs || !SIGNS.test(signs)) return signs || undefined;
  if (!signs.includes('1') || !signs.includes('0')) return ALWAYS;
  const days = DAYS.map((_, day) => spansIn(signs.slice(day * HALF_HOURS, (day + 1) * HALF_HOURS)).join());
  const parts: string[] = [];
  for (let day = 0; day < DAYS.length; day += 1) {
    const first = day;
    while (days[day + 1] === days[first] && day + 1 < DAYS.length) day += 1;
    const named = first === day ? DAYS[day] : `${DAYS[first]}-${DAYS[day]}`;
    parts.push(
      ...days[first]!.split(',')
        .filter(Boolean)
        .map((span) => `${named} ${span}`),
    );
  }
  return parts.join(', ');
}

function spansIn(day: string): string[] {
  return [...day.matchAll(/1+/g)].map(({ index, 0: run }) => `${clock(index)}-${clock(index + run.length)}`);
}

function clock(half: number): string {
  return `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
}

function dayOf(name: string): number {
  return DAYS.findIndex((day) => day.toLowerCase() === name.toLowerCase());
}

function halfHour(hour: string | undefined, half: string | undefined): number {
  return Number(hour) * 2 + (half === '3' ? 1 : 0);
}
