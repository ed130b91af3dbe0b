/** A result too large to hold: text or bytes that leave piece by piece. For addresses that are no tool calls. */
export class StreamedReply {
  readonly type: string;
  /** The name to save a file under. */
  readonly fileName: string | undefined;
  readonly pieces: AsyncIterable<string | Uint8Array>;

  constructor(type: string, pieces: AsyncIterable<string | Uint8Array>, fileName?: string) {
    this.type = type;
    this.fileName = fileName;
    this.pieces = pieces;
  }
}
