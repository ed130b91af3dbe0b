/** Our words for the platform's names of fields. A question of the advertiser's own is named by its text. */
const OURS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    name: 'full_name',
    full_name: 'full_name',
    first_name: 'first_name',
    last_name: 'last_name',
    email: 'email',
    work_email: 'work_email',
    phone: 'phone',
    phone_number: 'phone',
    company: 'company',
    company_name: 'company',
    job_title: 'job_title',
    address: 'street_address',
    street_address: 'street_address',
    city: 'city',
    state: 'region',
    province: 'region',
    zip_code: 'postal_code',
    postal_code: 'postal_code',
    country: 'country',
  }),
);

export function fieldOf(theirs: string): string {
  return OURS.get(theirs.toLowerCase().replace(/\s+/g, '_')) ?? theirs;
}
