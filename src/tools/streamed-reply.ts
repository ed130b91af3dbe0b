/** A result too large to hold: text that leaves piece by piece. For addresses that are no tool calls. */
export class StreamedReply {
  readonly type: string;
  readonly pieces: AsyncIterable<string>;

  constructor(type: string, pieces: AsyncIterable<string>) {
    this.type = type;
    this.pieces = pieces;
  }
}
