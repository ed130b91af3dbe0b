import { z } from 'zod';
import { Failure } from '../errors.ts';
import { type ErrorEntry, type ErrorTable, KINDS } from '../upstream/error-table.ts';

const Code = z
  .union([z.string().min(1).max(120), z.int()], "must be the platform's code")
  .transform(String)
  .optional();

const ShownCode = z.union([z.number(), z.string()]);

const Entry = z.object({
  error_code: ShownCode,
  error_subcode: ShownCode.optional(),
  code: z.string().describe('what our own errors call it'),
  meaning: z.string(),
  fault: z.string().optional().describe('whose move it is: caller, connection, account, platform or service'),
  cause: z.string().optional(),
  fix: z.string().optional(),
  retry: z.boolean(),
  outcome: z.string().optional().describe('what a change that met it has come to'),
  wait_s: z.number().optional(),
});

/** The parts of a tool that explains a platform's error codes, from the table by which the channel itself reads them. */
export function explainErrors(table: ErrorTable) {
  return {
    toolset: 'reference',
    access: 'read',
    repeat: 'safe',
    account: false,
    input: z.strictObject({
      error_code: Code.describe("The platform's code, as upstream.code shows it; a short list of all when left out"),
      error_subcode: Code.describe("The platform's subcode, as upstream.subcode shows it"),
    }),
    output: z.object({ errors: z.array(Entry), known_subcodes: z.array(ShownCode).optional() }),
    async run({ error_code, error_subcode }: { error_code?: string | undefined; error_subcode?: string | undefined }) {
      if (error_code === undefined && error_subcode === undefined) return { errors: overview(table) };
      const found =
        error_code === undefined ? table.findSubcode(error_subcode ?? '') : table.find(error_code, error_subcode);
      if (!found) throw unknown([error_code, error_subcode]);
      const subcodes = table.entries.flatMap(({ code, subcode }) =>
        code === found.code && subcode !== undefined ? [numeric(subcode)] : [],
      );
      return { errors: [shown(found)], ...(found.subcode === undefined && { known_subcodes: subcodes }) };
    },
  } as const;
}

function shown({ code, subcode, kind, waitS, meaning, cause, nextStep }: ErrorEntry): z.input<typeof Entry> {
  const { code: ours, fault, retry } = KINDS[kind];
  return {
    error_code: numeric(code),
    ...(subcode !== undefined && { error_subcode: numeric(subcode) }),
    code: ours,
    fault,
    meaning,
    cause,
    fix: nextStep,
    retry,
    outcome: kind === 'broken' ? 'unknown' : 'not_applied',
    ...(waitS !== undefined && { wait_s: waitS }),
  };
}

/** Codes and meanings only: the causes and fixes of hundreds of entries would fill the reply. */
function overview({ entries }: ErrorTable): z.input<typeof Entry>[] {
  return entries
    .filter(({ code, subcode }) => subcode === undefined || !entries.some((one) => one.code === code && !one.subcode))
    .map(shown)
    .map(({ error_code, error_subcode, code, meaning, retry }) => ({
      error_code,
      ...(error_subcode !== undefined && { error_subcode }),
      code,
      meaning,
      retry,
    }));
}

function numeric(code: string): string | number {
  return /^-?\d{1,15}$/.test(code) ? Number(code) : code;
}

function unknown(codes: readonly (string | undefined)[]): Failure {
  const message = `The platform's reference has no entry for ${codes.filter((code) => code !== undefined).join('/')}.`;
  return new Failure({
    code: 'not_found',
    message,
    problems: [{ field: codes[0] === undefined ? 'error_subcode' : 'error_code', message }],
    nextStep: "Go by the platform's own message, or call without arguments for every code there is.",
  });
}
