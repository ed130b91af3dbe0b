import { z } from 'zod';
import type { Problem } from '../../../errors.ts';
import { oneLine, WebAddress } from '../../../tools/fields.ts';

const POSITIONS = ['HEADLINE_1', 'HEADLINE_2', 'HEADLINE_3', 'DESCRIPTION_1', 'DESCRIPTION_2'] as const;

/** The texts of a responsive search ad, as its tools take them. */
export const adTexts = {
  headlines: z.array(oneLine()).min(3).max(15).describe('Up to 30 characters each'),
  descriptions: z.array(oneLine()).min(2).max(4).describe('Up to 90 characters each'),
  final_urls: z.array(WebAddress.max(2048)).min(1).max(10).describe('Where a click leads'),
  path1: oneLine(15).optional().describe('Shown behind the domain'),
  path2: oneLine(15).optional().describe('Shown behind path1'),
  pinned: z
    .array(
      z.strictObject({
        text: oneLine().describe('One of the texts'),
        position: z.enum(POSITIONS).describe('Its place'),
      }),
    )
    .optional()
    .describe('Texts that always stand at one position'),
};

type Pin = { text: string; position: string };

export interface AdTexts {
  headlines: readonly string[];
  descriptions: readonly string[];
  pinned?: readonly Pin[] | undefined;
}

const HEADLINE_WIDTH = 30;
const DESCRIPTION_WIDTH = 90;

/** Problems that the platform would refuse these texts for. */
export function textProblems({ headlines, descriptions, pinned = [] }: AdTexts): Problem[] {
  return [
    ...listProblems('headlines', headlines, HEADLINE_WIDTH),
    ...listProblems('descriptions', descriptions, DESCRIPTION_WIDTH),
    ...pinned.flatMap(({ text, position }, index) => {
      const kind = position.startsWith('HEADLINE') ? 'HEADLINE' : 'DESCRIPTION';
      const list = kind === 'HEADLINE' ? headlines : descriptions;
      if (!list.includes(text))
        return [{ field: `pinned.${index}.text`, message: `is none of the texts that can stand at ${position}` }];
      const first = pinned.findIndex((one) => one.text === text && one.position.startsWith(kind));
      return first === index ? [] : [{ field: `pinned.${index}`, message: 'gives this text a second place' }];
    }),
  ];
}

function listProblems(field: string, texts: readonly string[], widthMax: number): Problem[] {
  return texts.flatMap((text, index) => {
    const problems: Problem[] = [];
    const width = widthOf(text);
    if (width > widthMax) {
      problems.push({ field: `${field}.${index}`, message: `is ${width} characters wide; at most ${widthMax} fit` });
    }
    if (texts.indexOf(text) !== index) problems.push({ field: `${field}.${index}`, message: 'is there twice' });
    return problems;
  });
}

/** The blocks of Chinese, Japanese and Korean, without half-width forms. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]/u;

/** Letters of double width count twice. The width of a text with a placeholder in braces is unknown and counts as 0. */
export function widthOf(text: string): number {
  if (/\{.*\}/.test(text)) return 0;
  return [...text].reduce((width, letter) => width + (WIDE.test(letter) ? 2 : 1), 0);
}

/** The texts after a change. A pin whose text is gone goes with it. */
export function mergedTexts(changes: Partial<AdTexts>, shown: Partial<AdTexts>): AdTexts {
  const headlines = changes.headlines ?? shown.headlines ?? [];
  const descriptions = changes.descriptions ?? shown.descriptions ?? [];
  const kept = (shown.pinned ?? []).filter(({ text, position }) =>
    (position.startsWith('HEADLINE') ? headlines : descriptions).includes(text),
  );
  return { headlines, descriptions, pinned: changes.pinned ?? kept };
}

/** The texts as the platform's message. */
export function responsiveTexts({ headlines, descriptions, pinned = [] }: AdTexts) {
  const asset = (kind: string) => (text: string) => {
    const pin = pinned.find((one) => one.text === text && one.position.startsWith(kind));
    return { text, ...(pin && { pinnedField: pin.position }) };
  };
  return { headlines: headlines.map(asset('HEADLINE')), descriptions: descriptions.map(asset('DESCRIPTION')) };
}
