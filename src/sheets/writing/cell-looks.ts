/** How a cell looks. */
export interface CellLook {
  format?: string | undefined;
  bold?: true | undefined;
  wrapped?: true | undefined;
  /** The text stays text when a person edits the cell, although it begins like a formula. */
  quoted?: true | undefined;
}

/** Formats of our own are numbered from here; lower numbers are built in. */
const FIRST_FORMAT = 164;

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** The looks that a workbook uses, numbered as they come up. */
export class CellLooks {
  readonly #looks = new Map<string, { at: number; look: CellLook }>([['{}', { at: 0, look: {} }]]);
  readonly #formats = new Map<string, number>();

  /** The number that a cell names its look by. */
  numberOf(look: CellLook): number {
    const key = JSON.stringify(look);
    const found = this.#looks.get(key);
    if (found) return found.at;
    const at = this.#looks.size;
    this.#looks.set(key, { at, look });
    return at;
  }

  /** The part of the workbook that describes them, once all cells are written. */
  xml(escaped: (text: string) => string): string {
    const looks = [...this.#looks.values()].map(({ look }) => this.#lookXml(look)).join('');
    const formats = [...this.#formats]
      .map(([format, id]) => `<numFmt numFmtId="${id}" formatCode="${escaped(format)}"/>`)
      .join('');
    return [
      `<styleSheet xmlns="${MAIN}">`,
      this.#formats.size > 0 ? `<numFmts count="${this.#formats.size}">${formats}</numFmts>` : '',
      '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>',
      '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>',
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>',
      '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>',
      `<cellXfs count="${this.#looks.size}">${looks}</cellXfs>`,
      '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>',
      '</styleSheet>',
    ].join('');
  }

  #lookXml({ format, bold, wrapped, quoted }: CellLook): string {
    const id = format === undefined ? 0 : this.#formatId(format);
    const more = [
      id > 0 ? ' applyNumberFormat="1"' : '',
      bold ? ' applyFont="1"' : '',
      quoted ? ' quotePrefix="1"' : '',
    ].join('');
    const start = `<xf numFmtId="${id}" fontId="${bold ? 1 : 0}" fillId="0" borderId="0" xfId="0"${more}`;
    return wrapped ? `${start} applyAlignment="1"><alignment vertical="top" wrapText="1"/></xf>` : `${start}/>`;
  }

  #formatId(format: string): number {
    const found = this.#formats.get(format);
    if (found !== undefined) return found;
    const id = FIRST_FORMAT + this.#formats.size;
    this.#formats.set(format, id);
    return id;
  }
}
