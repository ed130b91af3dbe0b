/** The platform's name and category of each event that has one; any other name is sent as it is. */
const EVENTS: ReadonlyMap<string, { name: string; category: string }> = new Map([
  ['purchase', { name: 'Purchase', category: 'PURCHASE' }],
  ['lead', { name: 'Lead', category: 'LEAD' }],
  ['qualified_lead', { name: 'QualifiedLead', category: 'OTHER' }],
  ['sign_up', { name: 'CompleteRegistration', category: 'COMPLETE_REGISTRATION' }],
  ['add_to_cart', { name: 'AddToCart', category: 'ADD_TO_CART' }],
  ['begin_checkout', { name: 'InitiateCheckout', category: 'INITIATED_CHECKOUT' }],
  ['subscribe', { name: 'Subscribe', category: 'SUBSCRIBE' }],
]);

export function platformName(event: string): string {
  return EVENTS.get(event)?.name ?? event;
}

export function categoryOf(event: string): string {
  return EVENTS.get(event)?.category ?? 'OTHER';
}

/** In our word where there is one. */
export function ourName(platform: string): string {
  return [...EVENTS].find(([, { name }]) => name === platform)?.[0] ?? platform;
}
