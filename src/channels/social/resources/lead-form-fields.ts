import { withoutUnset } from '../../../tools/set-fields.ts';
import { TYPES } from './lead-form.ts';

interface NewForm {
  name: string;
  headline?: string | undefined;
  description?: string | undefined;
  questions: readonly {
    field?: string | undefined;
    text?: string | undefined;
    choices?: readonly string[] | undefined;
  }[];
  privacy_url: string;
  thanks?: { headline: string; text?: string | undefined; url?: string | undefined } | undefined;
  consents?: readonly { text: string; required: boolean }[] | undefined;
  locale: string;
}

/** A form as the platform is sent it. */
export function formFields({ name, headline, description, questions, privacy_url, thanks, consents, locale }: NewForm) {
  return withoutUnset({
    name,
    locale: locale.toUpperCase(),
    questions: questions.map(({ field, text, choices }) =>
      withoutUnset({
        type: field === undefined ? 'CUSTOM' : TYPES.get(field),
        label: text,
        options: choices?.map((value, index) => ({ key: String(index + 1), value })),
      }),
    ),
    privacy_policy: { url: privacy_url, link_text: 'Privacy policy' },
    context_card:
      headline === undefined && description === undefined
        ? undefined
        : withoutUnset({ title: headline, style: 'PARAGRAPH_STYLE', content: description && [description] }),
    follow_up_action_url: thanks?.url,
    thank_you_page:
      thanks &&
      withoutUnset({
        title: thanks.headline,
        body: thanks.text,
        website_url: thanks.url,
        ...(thanks.url !== undefined && { button_type: 'VIEW_WEBSITE', button_text: 'View website' }),
      }),
    custom_disclaimer: consents && {
      title: 'Consent',
      body: { text: '' },
      checkboxes: consents.map(({ text, required }, index) => ({
        key: `consent_${index + 1}`,
        text,
        is_required: required,
        is_checked_by_default: false,
      })),
    },
  });
}
