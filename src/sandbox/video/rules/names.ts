import { bad } from '../errors.ts';

/** Flags and keycaps too; signs of trade marks and copyright are text by themselves. */
const EMOJI = /\p{Regional_Indicator}|\u20e3|[©®™]\ufe0f|(?![©®™])\p{Extended_Pictographic}/u;
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

/** Characters as the platform counts them: those of Chinese, Japanese and Korean count twice. */
function widthOf(text: string): number {
  return [...text].reduce((width, sign) => width + (WIDE.test(sign) ? 2 : 1), 0);
}

export function checkName(field: string, name: string, max: number, min = 1): void {
  const width = widthOf(name);
  if (width < min || width > max) throw bad(`${field}: Length must be between ${min} and ${max}.`);
  if (EMOJI.test(name)) throw bad(`${field}: illegal characters. Emojis are not supported.`);
}
