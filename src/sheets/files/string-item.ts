/** A text of a workbook, `<si>` or `<is>`: plain, or in runs of different looks. Reading aids (`rPh`) are not part of it. */
export class StringItem {
  #pieces = '';
  #inText = false;
  #inPhonetic = false;

  open(name: string): void {
    if (name === 't') this.#inText = true;
    else if (name === 'rPh') this.#inPhonetic = true;
  }

  text(text: string): void {
    if (this.#inText && !this.#inPhonetic) this.#pieces += text;
  }

  close(name: string): void {
    if (name === 't') this.#inText = false;
    else if (name === 'rPh') this.#inPhonetic = false;
  }

  get value(): string {
    return unescapeText(this.#pieces);
  }
}

/** Characters XML cannot hold are written `_x000D_`, and a real `_x000D_` as `_x005F_x000D_`. */
export function unescapeText(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
