/** Reports that are sent again and again, and changes that wait for their hour. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the area
export interface ScheduleDesk {}
