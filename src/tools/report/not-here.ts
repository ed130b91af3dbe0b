import { Failure, type Problem } from '../../errors.ts';

/** A question that is right in itself and that one platform cannot answer, in the words its own tool refuses it with. */
export function refuseHere(problems: readonly Problem[]): void {
  const [first] = problems;
  if (!first) return;
  throw new Failure({
    code: 'unsupported',
    message: `This platform cannot make this report: \`${first.field}\` ${first.message}.`,
    nextStep: `Change ${first.field} as it says, or leave the channel out with \`channels\`.`,
  });
}
