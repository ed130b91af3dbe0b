export interface SheetFileLimits {
  /** Cells that hold something, in all tabs together. */
  cells: number;
  /** Characters in one cell. */
  cellLength: number;
  /** Characters in all cells together: a text or formula that is written once may be used by every cell. */
  chars: number;
  sheets: number;
  /** Bytes of a workbook's parts once unpacked. */
  unpackedBytes: number;
  /** How many times larger than its packed form a part may be. XML of cells packs 10 to 40 times. */
  unpackRatio: number;
  zipEntries: number;
}

/** Cells and their length as on the platform; the rest keeps hostile files from filling the disk. */
export const DEFAULT_LIMITS: SheetFileLimits = {
  cells: 10_000_000,
  cellLength: 50_000,
  chars: 1024 ** 3,
  sheets: 1000,
  unpackedBytes: 4 * 1024 ** 3,
  unpackRatio: 200,
  zipEntries: 10_000,
};
