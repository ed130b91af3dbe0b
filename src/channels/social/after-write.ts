import { Failure } from '../../errors.ts';

/** Reads what was just written. When that fails the write stands all the same, and the error has to say so. */
export async function afterWrite<T>(done: string, look: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    const known = cause instanceof Failure ? cause.details : undefined;
    throw new Failure({
      code: known?.code ?? 'internal',
      message: `${done}, but reading it back failed${known ? `: ${known.message}` : '.'}`,
      nextStep: `Do not repeat the change. ${look}`,
      outcome: 'applied',
      ...(known?.upstream && { upstream: known.upstream }),
      cause,
    });
  }
}
