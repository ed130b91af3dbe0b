import { Failure } from '../errors.ts';
import { fingerprint } from '../idempotency/fingerprint.ts';
import { cleanText, clipped } from '../text/clean-text.ts';
import { InputRequired } from '../tools/input-required.ts';
import { isIrreversible } from '../tools/irreversible-calls.ts';
import type { Job } from './call.ts';

const SHOWN_CHARACTERS_MAX = 500;

/**
 * What cannot be undone is put before the person behind a client that can ask one. The answer is good for the very
 * arguments that were shown.
 */
export function confirmation({ tool, args, call, workspace }: Job): InputRequired | undefined {
  const { conversation } = call;
  if (!conversation?.canAsk('elicitation/create') || !isIrreversible(tool, args)) return undefined;
  const shown = fingerprint(tool.name, { workspace: workspace.id, args });
  const answer = conversation.answers.confirm;
  if (answer === undefined || conversation.state !== shown) {
    const given = clipped(cleanText(JSON.stringify(args)), SHOWN_CHARACTERS_MAX);
    const message = `${tool.title} in the workspace "${workspace.name}", with ${given}? This may not be possible to undo.`;
    const requestedSchema = {
      type: 'object',
      properties: { confirm: { type: 'boolean', title: 'Yes, do it' } },
      required: ['confirm'],
    };
    return new InputRequired(
      { confirm: { method: 'elicitation/create', params: { message, requestedSchema } } },
      shown,
    );
  }
  const { confirm } = (answer.content ?? {}) as { confirm?: unknown };
  if (answer.action === 'accept' && confirm === true) return undefined;
  throw new Failure({
    code: 'permission_denied',
    message: `The person who was asked did not confirm: ${tool.title}.`,
    nextStep: 'Nothing was changed. Ask what is wanted instead before calling again.',
  });
}
