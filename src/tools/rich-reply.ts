/** A result that is not data but something to look at or listen to: MCP content blocks, sent as they are. */
export class RichReply {
  readonly content: readonly Record<string, unknown>[];
  readonly isError: boolean;
  readonly structured: Record<string, unknown> | undefined;

  constructor(
    content: readonly Record<string, unknown>[],
    options: { isError?: boolean; structured?: Record<string, unknown> } = {},
  ) {
    this.content = content;
    this.isError = options.isError ?? false;
    this.structured = options.structured;
  }
}
