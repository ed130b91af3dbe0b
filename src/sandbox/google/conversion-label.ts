import { createHash } from 'node:crypto';

/** The label of a conversion action in `AW-…/label`, the same wherever the action is named: in Ads and in tags. */
export function conversionLabel(action: string | number): string {
  return createHash('sha256')
    .update(`conversion label ${action}`)
    .digest('base64url')
    .replace(/[-_]/g, 'x')
    .slice(0, 19);
}

/** The digits of `AW-…` of an advertiser's account. */
export function conversionId(customer: string): string {
  return customer.slice(1);
}
