import { z } from 'zod';
import { invalidArguments } from '../../../errors.ts';
import type { SearchClient } from '../client.ts';
import { equal, Literal } from './wire/gaql.ts';

/** A language by its id there, by its code or by its English name. */
export const Language = z
  .string()
  .refine((text) => /^(\d{1,19}|\p{L}[\p{L} ()_-]{1,40})$/u.test(text), 'must be a language: de, German, or its id');

/** The id of each language, looked up where a code or a name was given: `de` and `German` are one. */
export async function languageIds(
  client: SearchClient,
  account: string,
  given: readonly string[],
  argument: 'language_ids' | 'language_id',
): Promise<string[]> {
  if (given.every((text) => /^\d+$/.test(text))) return [...given];
  const rows = await client.rows(account, {
    select: ['language_constant.id', 'language_constant.code', 'language_constant.name'],
    from: 'language_constant',
    where: [equal('language_constant.targetable', Literal.boolean(true))],
  });
  const known = new Map<string, string>();
  for (const { languageConstant: language } of rows)
    for (const name of [language?.id, language?.code, language?.name])
      if (name && language?.id) known.set(name.toLowerCase(), language.id);
  const found = given.map((text) => {
    const code = text.toLowerCase().replace('-', '_');
    // Most languages are one everywhere: de_AT is German.
    return /^\d+$/.test(text)
      ? text
      : (known.get(text.toLowerCase()) ?? known.get(code) ?? known.get(code.split('_')[0] ?? ''));
  });
  const problems = found.flatMap((id, at) =>
    id === undefined
      ? [
          {
            field: argument === 'language_ids' ? `${argument}.${at}` : argument,
            message: `"${given[at]}" is no language ads can be aimed at; codes are such as ${[...known.keys()]
              .filter((name) => name.length === 2)
              .slice(0, 12)
              .join(', ')}`,
          },
        ]
      : [],
  );
  if (problems.length > 0) throw invalidArguments(problems);
  return found.flatMap((id) => id ?? []);
}
