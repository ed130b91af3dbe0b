/** As `items.map(work)`, and may be interrupted after each item: one of them may be long. */
export function* each<T, Made>(items: Iterable<T>, work: (item: T) => Made): Generator<void, Made[]> {
  const made: Made[] = [];
  for (const item of items) {
    made.push(work(item));
    yield;
  }
  return made;
}
