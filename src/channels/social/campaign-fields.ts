import { z } from 'zod';

/** A declaration by law in many countries: it is asked for and never assumed. */
export const SpecialAdCategories = z
  .array(
    z.enum([
      'HOUSING',
      'EMPLOYMENT',
      'FINANCIAL_PRODUCTS_SERVICES',
      'ISSUES_ELECTIONS_POLITICS',
      'ONLINE_GAMBLING_AND_GAMING',
    ]),
  )
  .describe('Declaration; [] when none applies');
