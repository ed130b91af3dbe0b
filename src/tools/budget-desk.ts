/** What a month may cost, and where it will end. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the area
export interface BudgetDesk {}
