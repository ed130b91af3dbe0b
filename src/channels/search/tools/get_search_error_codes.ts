import { defineTool } from '../../../tools/define-tool.ts';
import { explainErrors } from '../../../tools/error-codes.ts';
import { channel } from '../channel.ts';
import { ERRORS } from '../errors.ts';

const { run, ...explained } = explainErrors(ERRORS);

export default defineTool(channel, {
  name: 'get_search_error_codes',
  title: 'Explain platform error codes',
  description:
    "The platform's error codes (family, or family.NAME): meaning, cause, fix, whether to retry. All of them when none is named.",
  ...explained,
  run({ error_code, error_subcode }) {
    const [family, name] = error_code?.split('.') ?? [];
    return run({ error_code: family, error_subcode: error_subcode ?? name });
  },
});
