import type { Complaints, Operation } from '../mutate/session.ts';
import type { Doc } from '../state.ts';

const TEXT_MAX = 80;
const WORDS_MAX = 10;
/** Marks of match types are among them: the match type has a field of its own. */
const BAD_LETTERS = /[,!@%^*()={};~`<>?\\|[\]"]|\p{Sc}/u;
const MATCHES_ON_INPUT = ['EXACT', 'PHRASE', 'BROAD'];

export function checkKeyword(keyword: Doc, complaints: Complaints, operation: Operation): void {
  const text = String(keyword.text ?? '');
  const fail = (code: string, message: string) =>
    complaints.add(`criterionError.${code}`, message, 'keyword.text', { trigger: text });
  if (text.trim() === '') fail('INVALID_KEYWORD_TEXT', 'The keyword is empty.');
  if (text.length > TEXT_MAX) fail('KEYWORD_TEXT_TOO_LONG', `At most ${TEXT_MAX} characters.`);
  if (text.trim().split(/\s+/).length > WORDS_MAX) fail('KEYWORD_HAS_TOO_MANY_WORDS', `At most ${WORDS_MAX} words.`);
  if (BAD_LETTERS.test(text)) fail('KEYWORD_HAS_INVALID_CHARS', 'The keyword has characters that are not allowed.');
  if (!MATCHES_ON_INPUT.includes(String(keyword.match_type)))
    complaints.add('fieldError.REQUIRED', 'The required field was not present.', 'keyword.match_type');
  checkPolicy(text, complaints, operation);
}

const POLICY = 'counterfeit_goods';

/** One policy stands for all: counterfeit goods. */
function checkPolicy(text: string, complaints: Complaints, { exempt }: Operation): void {
  if (!/\b(counterfeit|replica)\b/i.test(text) || exempt.includes(POLICY)) return;
  complaints.add('policyViolationError.POLICY_ERROR', 'A policy was violated. See details.', 'keyword.text', {
    trigger: text,
    details: {
      policyViolationDetails: {
        externalPolicyName: 'Counterfeit goods',
        externalPolicyDescription: 'Ads for counterfeit goods are not allowed.',
        key: { policyName: POLICY, violatingText: text },
        isExemptible: true,
      },
    },
  });
}
