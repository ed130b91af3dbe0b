import { crc32, deflateSync } from 'node:zlib';
import { dotsOf, GLYPH_WIDTH } from './pixel-font.ts';

export type Colour = readonly [red: number, green: number, blue: number];

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const SPACE_BETWEEN_SIGNS = 1;

/** A picture of few colours, one byte a dot, written as a PNG with a palette. */
export class PngCanvas {
  readonly #width: number;
  readonly #height: number;
  readonly #palette: readonly Colour[];
  readonly #dots: Uint8Array;

  /** The first colour is the ground. */
  constructor(width: number, height: number, palette: readonly Colour[]) {
    this.#width = width;
    this.#height = height;
    this.#palette = palette;
    this.#dots = new Uint8Array(width * height);
  }

  rectangle(x: number, y: number, width: number, height: number, colour: number): void {
    const [left, right] = [Math.max(0, x), Math.min(this.#width, x + width)];
    for (let row = Math.max(0, y); row < Math.min(this.#height, y + height); row += 1)
      if (right > left) this.#dots.fill(colour, row * this.#width + left, row * this.#width + right);
  }

  text(x: number, y: number, text: string, colour: number, scale = 2): void {
    [...text].forEach((sign, place) => {
      const left = x + place * (GLYPH_WIDTH + SPACE_BETWEEN_SIGNS) * scale;
      for (const [dotX, dotY] of dotsOf(sign))
        this.rectangle(left + dotX * scale, y + dotY * scale, scale, scale, colour);
    });
  }

  png(): Buffer {
    const head = Buffer.alloc(13);
    head.writeUInt32BE(this.#width, 0);
    head.writeUInt32BE(this.#height, 4);
    // Eight bits a dot, colours from the palette.
    head.set([8, 3, 0, 0, 0], 8);
    const lines = Buffer.alloc((this.#width + 1) * this.#height);
    for (let row = 0; row < this.#height; row += 1)
      lines.set(this.#dots.subarray(row * this.#width, (row + 1) * this.#width), row * (this.#width + 1) + 1);
    return Buffer.concat([
      SIGNATURE,
      chunk('IHDR', head),
      chunk('PLTE', Buffer.from(this.#palette.flat())),
      chunk('IDAT', deflateSync(lines)),
      chunk('IEND', Buffer.alloc(0)),
    ]);
  }
}

export function textWidth(text: string, scale = 2): number {
  return [...text].length * (GLYPH_WIDTH + SPACE_BETWEEN_SIGNS) * scale;
}

function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
