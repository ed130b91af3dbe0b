export const GLYPH_WIDTH = 5;

/** Seven rows a sign, each a digit in base 32 whose five bits are the dots. */
// biome-ignore format: one sign a line would be a page
const GLYPHS: Readonly<Record<string, string>> = {
  A: 'ehhvhhh', B: 'uhhuhhu', C: 'ehggghe', D: 'uhhhhhu', E: 'vgguggv', F: 'vgguggg', G: 'ehgnhhe', H: 'hhhvhhh',
  I: 'e44444e', J: '72222ic', K: 'hikokih', L: 'ggggggv', M: 'hrllhhh', N: 'hhpljhh', O: 'ehhhhhe', P: 'uhhuggg',
  Q: 'ehhhlid', R: 'uhhukih', S: 'fgge11u', T: 'v444444', U: 'hhhhhhe', V: 'hhhhha4', W: 'hhhllla', X: 'hha4ahh',
  Y: 'hhha444', Z: 'v1248gv', 0: 'ehjlphe', 1: '4c4444e', 2: 'eh1248v', 3: 'v2421he', 4: '26aiv22', 5: 'vgu11he',
  6: '68guhhe', 7: 'v124888', 8: 'ehhehhe', 9: 'ehhf12c', '.': '00000cc', ',': '0000c48', '-': '000v000',
  '+': '044v440', '/': '01248g0', ':': '0cc0cc0', '%': 'op248j3', '(': '2488842', ')': '8422248', '#': 'aavavaa',
  '&': 'cik8lid', _: '000000v', "'": '4480000', '"': 'aaa0000', '!': '4444004', '?': 'eh12404', '|': '4444444',
  '*': '04lel40', '=': '00v0v00', '>': '8421248', '<': '248g842', '@': 'eh1dlle', '[': 'e88888e', ']': 'e22222e',
  ' ': '0000000',
};

/** Text as the font can draw it: capitals without accents. Undefined where signs of another script would be lost. */
export function drawable(text: string): string | undefined {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .replaceAll(/[–—]/g, '-')
    .toUpperCase();
  return [...plain].every((sign) => sign in GLYPHS) ? plain : undefined;
}

/** The dots of a sign, from the left top. */
export function dotsOf(sign: string): [x: number, y: number][] {
  return [...(GLYPHS[sign] ?? '')].flatMap((row, y) =>
    Array.from({ length: GLYPH_WIDTH }, (_, x): [number, number] => [x, y]).filter(
      ([x]) => (Number.parseInt(row, 32) >> (GLYPH_WIDTH - 1 - x)) & 1,
    ),
  );
}
