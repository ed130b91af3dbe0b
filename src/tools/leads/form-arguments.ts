import { z } from 'zod';
import { oneLine } from '../fields.ts';

/** What people are asked to agree to beside the questions of a form. */
export function formConsents(max: number) {
  const Consent = z.strictObject({
    text: oneLine(500).describe('What is agreed to'),
    required: z.boolean().default(true).describe('People have to tick it to send the form'),
  });
  return z.array(Consent).min(1).max(max).optional().describe('Boxes to tick');
}

export const FormLocale = z
  .string()
  .refine((locale) => /^[a-z]{2}_[A-Z]{2}$/.test(locale), 'must be a language and a country, such as en_US')
  .default('en_US')
  .describe('Language of the form');
