import { z } from 'zod';
import { Failure } from '../../../errors.ts';
import { defineTool } from '../../../tools/define-tool.ts';
import { channel } from '../channel.ts';
import { ERROR_TABLE, type ErrorEntry, lookUpError, lookUpSubcode } from '../error-table.ts';
import { isRetryable, OUR_CODE } from '../errors.ts';
import { known } from '../fields.ts';

const Code = z
  .union([z.string().regex(/^-?\d{1,12}$/), z.int()], 'must be a whole number')
  .transform(Number)
  .optional();

const Entry = z.object({
  error_code: z.number(),
  error_subcode: z.number().optional(),
  code: z.string().describe('what our own errors call it'),
  meaning: z.string(),
  cause: z.string(),
  fix: z.string(),
  retry: z.boolean(),
  wait_s: z.number().optional(),
});

export default defineTool(channel, {
  name: 'get_social_error_codes',
  title: 'Explain platform error codes',
  description:
    "The platform's error codes and subcodes: meaning, cause, fix, whether to retry. All of them when none is named.",
  toolset: 'reference',
  access: 'read',
  repeat: 'safe',
  scopes: [],
  account: false,
  input: z.strictObject({
    error_code: Code.describe('upstream.code of an error'),
    error_subcode: Code.describe('upstream.subcode of an error'),
  }),
  output: z.object({ errors: z.array(Entry), known_subcodes: z.array(z.number()).optional() }),
  async run({ error_code, error_subcode }) {
    if (error_code === undefined && error_subcode === undefined) return { errors: ERROR_TABLE.map(shown) };
    const found = error_code === undefined ? lookUpSubcode(error_subcode!) : lookUpError(error_code, error_subcode);
    if (!found) throw unknown(error_code, error_subcode);
    const subcodes = ERROR_TABLE.flatMap(({ code, subcode }) => (code === found.code && subcode ? [subcode] : []));
    return { errors: [shown(found)], ...(found.subcode === undefined && { known_subcodes: subcodes }) };
  },
});

function shown({ code, subcode, kind, waitS, meaning, cause, fix }: ErrorEntry): z.infer<typeof Entry> {
  return known({
    error_code: code,
    error_subcode: subcode,
    code: OUR_CODE[kind],
    meaning,
    cause,
    fix,
    retry: isRetryable(kind),
    wait_s: waitS,
  });
}

function unknown(code: number | undefined, subcode: number | undefined): Failure {
  return new Failure({
    code: 'not_found',
    message: `The reference has no entry for ${[code, subcode].filter((one) => one !== undefined).join('/')}.`,
    nextStep: "Go by the platform's own message, or call without arguments for every code there is.",
  });
}
