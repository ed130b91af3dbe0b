import { defineTool } from '../../../tools/define-tool.ts';
import { explainErrors } from '../../../tools/error-codes.ts';
import { channel } from '../channel.ts';
import { ERRORS } from '../errors.ts';

export default defineTool(channel, {
  name: 'get_tags_error_codes',
  title: 'Explain platform error codes',
  description:
    "The platform's error codes (status word, and reason as subcode): meaning, cause, fix, whether to retry. All of them when none is named.",
  ...explainErrors(ERRORS),
  toolset: 'containers',
  scopes: [],
});
