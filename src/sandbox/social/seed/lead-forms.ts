import { DAY_MS } from '../../../ambient.ts';
import type { FormQuestion } from '../state/shapes.ts';
import type { Store } from '../state.ts';
import type { CompanySeed } from './companies.ts';

/** The form that a page's ads open. */
export function formOf(page: string): string {
  return `3${page.slice(1)}`;
}

/** Each page of a company has a form; no user of the sandbox may read the leads of a page without ads. */
export function seedLeadForms(store: Store, { business, pages }: CompanySeed, now: number): void {
  for (const { id: page, name } of pages)
    store.insert(
      'LeadgenForm',
      {},
      {
        page,
        business,
        name: `${name} newsletter`,
        status: 'ACTIVE',
        locale: 'EN_US',
        questions: QUESTIONS,
        privacy_policy: { url: 'https://acme.example/privacy', link_text: 'Privacy policy' },
        follow_up_action_url: 'https://acme.example/thanks',
        custom_disclaimer: {
          title: 'Consent',
          body: { text: 'We write once a month.' },
          checkboxes: [
            { key: 'newsletter', text: 'Send me the newsletter', is_required: true, is_checked_by_default: false },
          ],
        },
        created: now - 200 * DAY_MS,
      },
      formOf(page),
    );
}

const QUESTIONS: FormQuestion[] = [
  { id: '1', key: 'full_name', type: 'FULL_NAME', label: 'Full name' },
  { id: '2', key: 'email', type: 'EMAIL', label: 'Email' },
  { id: '3', key: 'phone_number', type: 'PHONE', label: 'Phone number' },
  {
    id: '4',
    key: 'how_often_do_you_hike?',
    type: 'CUSTOM',
    label: 'How often do you hike?',
    options: [
      { key: 'often', value: 'Every week' },
      { key: 'seldom', value: 'Now and then' },
    ],
  },
  { id: '5', key: 'anything_else?', type: 'CUSTOM', label: 'Anything else?' },
];
