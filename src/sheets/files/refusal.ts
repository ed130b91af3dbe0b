import { Failure } from '../../errors.ts';

export const NEXT_STEP = 'Import an .xlsx, .csv or .tsv file.';

/** The file cannot be read as a spreadsheet, now or later. */
export function broken(message: string, cause?: unknown): Failure {
  return new Failure({
    code: 'invalid_arguments',
    message: `The file is damaged or not a spreadsheet: ${message}. Nothing was stored.`,
    problems: [{ field: 'file', message }],
    nextStep: 'Open it in a spreadsheet program, save it again as .xlsx or .csv, and import that.',
    cause,
  });
}

/** The file may be sound, but holds what we do not take in. */
export function notTaken(message: string, nextStep: string): Failure {
  return new Failure({
    code: 'unsupported',
    message: `${message} Nothing was stored.`,
    problems: [{ field: 'file', message }],
    nextStep,
  });
}

export function tooLarge(message: string): Failure {
  return notTaken(message, 'Split the spreadsheet into smaller files, or remove what is not needed, and import again.');
}
