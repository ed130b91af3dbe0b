import { z } from 'zod';

const text = z.string().optional();
const kind = z.object({ type: text }).optional();

/** What a criterion of a campaign or an ad group can consist of, as far as it is read: one of these. */
export const CriterionContent = {
  keyword: z.object({ text: z.string().default(''), matchType: text }).optional(),
  location: z.object({ geoTargetConstant: text }).optional(),
  proximity: z
    .object({
      geoPoint: z
        .object({ longitudeInMicroDegrees: z.number().optional(), latitudeInMicroDegrees: z.number().optional() })
        .optional(),
      radius: z.number().optional(),
      radiusUnits: text,
      address: z.record(z.string(), z.string()).optional(),
    })
    .optional(),
  language: z.object({ languageConstant: text }).optional(),
  device: kind,
  ageRange: kind,
  gender: kind,
  incomeRange: kind,
  parentalStatus: kind,
  contentLabel: kind,
  userList: z.object({ userList: text }).optional(),
  userInterest: z.object({ userInterestCategory: text }).optional(),
  combinedAudience: z.object({ combinedAudience: text }).optional(),
  customAudience: z.object({ customAudience: text }).optional(),
  lifeEvent: z.object({ lifeEventId: text }).optional(),
  extendedDemographic: z.object({ extendedDemographicId: text }).optional(),
  brandList: z.object({ sharedSet: text }).optional(),
  ipBlock: z.object({ ipAddress: text }).optional(),
  placement: z.object({ url: text }).optional(),
  mobileApplication: z.object({ appId: text }).optional(),
  adSchedule: z
    .object({
      dayOfWeek: text,
      startHour: z.number().optional(),
      endHour: z.number().optional(),
      startMinute: text,
      endMinute: text,
    })
    .optional(),
};
