import { expect, test } from 'vitest';
import { readStyles } from './styles.ts';

const styles = (...parts: string[]) =>
  readStyles(
    (async function* () {
      yield Buffer.from(`<styleSheet>${parts.join('')}</styleSheet>`);
    })(),
    'xl/styles.xml',
  );

const CELLS = '<cellXfs><xf numFmtId="14"/><xf numFmtId="164"/><xf/></cellXfs>';
const OWN = '<numFmts><numFmt numFmtId="164" formatCode="0.000"/></numFmts>';

test('formats of conditional formatting are numbered by themselves and change no cell', async () => {
  const conditional =
    '<dxfs><dxf><numFmt numFmtId="14" formatCode="0.00%"/></dxf><dxf><numFmt numFmtId="164" formatCode="@"/></dxf></dxfs>';
  expect(await styles(OWN, CELLS, conditional)).toEqual(['m/d/yyyy', '0.000', 'General']);
});

test('a workbook may give a known number a format of its own', async () => {
  const own = '<numFmts><numFmt numFmtId="14" formatCode="yyyy-mm-dd"/></numFmts>';
  expect(await styles(own, '<cellStyleXfs><xf numFmtId="9"/></cellStyleXfs>', CELLS)).toEqual([
    'yyyy-mm-dd',
    'General',
    'General',
  ]);
});
