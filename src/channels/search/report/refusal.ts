import { Failure } from '../../../errors.ts';

/**
 * The platform's error is about our query, which the caller of a report never wrote. Its text stays in `upstream`,
 * and the message is about the arguments instead.
 */
export function reworded(error: unknown): never {
  if (!(error instanceof Failure) || !String(error.details.upstream?.code).startsWith('queryError.')) throw error;
  const { nextStep, ...details } = error.details;
  const isVague = /\bquery\b/i.test(nextStep);
  throw new Failure({
    ...details,
    message: `The search platform cannot make this report${isVague ? ' with these metrics, segments, order_by, status and days' : ''}.`,
    nextStep: isVague
      ? 'Leave out some of the metrics or segments, or choose other days, and call again; `upstream` has the reason.'
      : nextStep,
  });
}
