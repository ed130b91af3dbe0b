import { createHash } from 'node:crypto';

/** The tracking id of an advertiser's account, without `AW-`. */
export function conversionId(customer: string): string {
  return String(Number(customer.slice(1)));
}

/** The label of a conversion action in `AW-…/label`, the same in Ads and in the tags of a website. */
export function conversionLabel(customer: string, action: string): string {
  return createHash('sha256').update(`${customer}/${action}`).digest('base64url').slice(0, 19);
}
