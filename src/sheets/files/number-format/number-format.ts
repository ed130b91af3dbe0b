import { toGeneral } from './decimal.ts';
import { type FormatCode, parseFormatCode, type Section } from './format-code.ts';
import { isWithinCalendar, renderDate } from './render-date.ts';
import { sizeRenderer } from './render-number.ts';

/** A number format of a workbook, ready to show values. */
export interface NumberFormat {
  /** Shows a point in time, a clock time, or neither. */
  time: FormatCode['time'];
  number(value: number): string;
  text(value: string): string;
}

export function numberFormat(code: string): NumberFormat {
  if (code === 'General') return { time: null, number: toGeneral, text: (value) => value };
  const { numbers, text, time } = parseFormatCode(code);
  const sections = numbers.map((section) => ({ applies: section.applies, render: valueRenderer(section) }));
  const showText = (value: string) => formatText(value, text);
  return {
    time,
    number(value) {
      const section = sections.find(({ applies }) => applies(value));
      if (section) return section.render(value);
      return sections.length === 0 ? showText(toGeneral(value)) : toGeneral(value);
    },
    text: showText,
  };
}

function valueRenderer(section: Section): (value: number) => string {
  const { tokens, negative } = section;
  if (tokens.some(({ type }) => type === 'date' || type === 'half-day')) {
    return (value) => (isWithinCalendar(value) ? renderDate(value, tokens) : toGeneral(value));
  }
  const show = sizeRenderer(section);
  const showBare = bareRenderer(section);
  // What shows as zero, or without any digits, has no sign either.
  return (value) =>
    value < 0 && !negative && /[1-9]/.test(showBare(-value)) ? `-${show(-value)}` : show(Math.abs(value));
}

/** The digits alone: texts around them may hold some of their own. A fraction's fixed denominator is such a text. */
function bareRenderer(section: Section): (size: number) => string {
  const isFraction = section.tokens.some(({ type }) => type === 'slash');
  const tokens = isFraction ? section.tokens : section.tokens.filter(({ type }) => type !== 'literal');
  return sizeRenderer({ ...section, tokens });
}

function formatText(value: string, section: Section | null): string {
  if (!section) return value;
  return section.tokens
    .map((token) => (token.type === 'text' ? value : token.type === 'literal' ? token.text : ''))
    .join('');
}
