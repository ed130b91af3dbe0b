/** What a platform's reply means for the request. */
export type Judgement =
  | { is: 'well' | 'refused' | 'expired' }
  /** `busy`: certainly not carried out. `broken`: perhaps. The wait is the one the platform asks for. */
  | { is: 'busy' | 'broken'; waitMs?: number | undefined };

export const WELL: Judgement = { is: 'well' };
export const REFUSED: Judgement = { is: 'refused' };
export const EXPIRED: Judgement = { is: 'expired' };
