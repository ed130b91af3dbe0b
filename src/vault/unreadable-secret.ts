import { Failure } from '../errors.ts';

export function unreadableSecret(internal: string, cause?: unknown): Failure {
  return new Failure({
    code: 'internal',
    message: 'A stored secret could not be read.',
    nextStep: 'Ask the operator to check that the service runs with the master key its data was made with.',
    internal,
    cause,
  });
}
