/** As `Promise.all(items.map(work))`, with at most `width` of them under way. Nothing new begins after a failure. */
export async function inParallel<T, Made>(
  items: readonly T[],
  width: number,
  work: (item: T, index: number) => Promise<Made>,
): Promise<Made[]> {
  const made: Made[] = new Array(items.length);
  let next = 0;
  let isBroken = false;
  const worker = async () => {
    while (next < items.length && !isBroken) {
      const index = next++;
      try {
        made[index] = await work(items[index]!, index);
      } catch (error) {
        isBroken = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
  return made;
}
