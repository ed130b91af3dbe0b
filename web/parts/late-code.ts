/** Thrown where the code of a page or a part did not come. */
export class CodeMissing extends Error {
  constructor(cause: unknown) {
    super('Its code could not be loaded.', { cause });
  }
}

/**
 * Loads code at its first use. A failure stays until the browser loads the page anew: a second try would get the script
 * without its style sheet, because Vite takes a style sheet that failed for one that is there.
 */
export function lateCode<Loaded>(load: () => Promise<Loaded>): () => Promise<Loaded> {
  let failure: CodeMissing | undefined;
  return async () => {
    if (failure) throw failure;
    try {
      return await load();
    } catch (error) {
      failure = new CodeMissing(error);
      throw failure;
    }
  };
}
