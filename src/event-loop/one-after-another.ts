/** The last work that was asked for, by the path of what it is done on; gone when it has ended. */
const lastOf = new Map<string, Promise<unknown>>();

/** Work on one file or folder is done in the order it was asked for. What fails does not keep the next from being done. */
export async function oneAfterAnother<T>(path: string, work: () => Promise<T>): Promise<T> {
  const mine = (lastOf.get(path) ?? Promise.resolve()).then(work, work);
  lastOf.set(path, mine);
  try {
    return await mine;
  } finally {
    if (lastOf.get(path) === mine) lastOf.delete(path);
  }
}
