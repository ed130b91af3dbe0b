import { walkXml } from './xml-stream.ts';

/** Codes every program knows by number alone (ECMA-376 part 1, 18.8.30), in the American spelling the platform imports them as. */
const BUILT_IN: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0_);("$"#,##0)',
  6: '"$"#,##0_);[Red]("$"#,##0)',
  7: '"$"#,##0.00_);("$"#,##0.00)',
  8: '"$"#,##0.00_);[Red]("$"#,##0.00)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  37: '#,##0_);(#,##0)',
  38: '#,##0_);[Red](#,##0)',
  39: '#,##0.00_);(#,##0.00)',
  40: '#,##0.00_);[Red](#,##0.00)',
  41: '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)',
  42: '_("$"* #,##0_);_("$"* (#,##0);_("$"* "-"_);_(@_)',
  43: '_(* #,##0.00_);_(* (#,##0.00);_(* "-"??_);_(@_)',
  44: '_("$"* #,##0.00_);_("$"* (#,##0.00);_("$"* "-"??_);_(@_)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};

/** As long as any program lets a code be. */
const CODE_LENGTH_MAX = 255;

/** The number format code of each cell style, by its index. */
export async function readStyles(chunks: AsyncIterable<Buffer>, part: string): Promise<string[]> {
  const own = new Map<number, string>();
  const styles: number[] = [];
  // Other lists hold elements of the same names: the formats of conditional formatting have numbers of their own.
  let list = '';
  await walkXml(chunks, part, {
    open(name, { numFmtId, formatCode }) {
      if (name === 'numFmts' || name === 'cellXfs') list = name;
      else if (name === 'numFmt' && list === 'numFmts' && formatCode !== undefined)
        own.set(Number(numFmtId), formatCode);
      else if (name === 'xf' && list === 'cellXfs') styles.push(Number(numFmtId ?? 0));
    },
    close(name) {
      if (name === list) list = '';
    },
  });
  return styles.map((id) => usable(own.get(id) ?? BUILT_IN[id]));
}

function usable(code: string | undefined): string {
  return code === undefined || code.length > CODE_LENGTH_MAX || /^general$/i.test(code) ? 'General' : code;
}
