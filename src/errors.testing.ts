import { Failure } from './errors.ts';

/** The failure that `work` must end with. */
export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Failure)) throw new Error(`no Failure but ${String(error)}`);
  return error;
}
