import { Failure } from '../errors.ts';

/** System error codes, in words. */
const SYSTEM: Readonly<Record<string, string>> = {
  EACCES: 'may not be used by this user; change its owner or its mode',
  EPERM: 'may not be used by this user; change its owner or its mode',
  EROFS: 'is on a disk that cannot be written',
  ENOSPC: 'cannot be written, because the disk is full',
  ENOENT: 'is not there',
  ENOTDIR: 'does not lie in a folder',
  EISDIR: 'is a folder, not a file',
  EEXIST: 'is there already, and is no folder',
};

/** The error that ended a command, in one line without a stack. */
export function inOneSentence(error: unknown): string {
  if (error instanceof Failure) return `${error.details.message} ${error.details.nextStep}`;
  if (!(error instanceof Error)) return String(error);
  const { code = '', path } = error as NodeJS.ErrnoException;
  if (code === 'ERR_MODULE_NOT_FOUND') {
    const [, missing = 'A package'] = /Cannot find package '([^']+)'/.exec(error.message) ?? [];
    return `${missing} is not installed. Run: npm ci --omit=dev`;
  }
  const words = SYSTEM[code];
  if (words !== undefined && path !== undefined) return `${path} ${words}.`;
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}`.replaceAll(/\s*\n\s*/g, ' ');
}
