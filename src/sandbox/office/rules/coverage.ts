import { rulesOf } from '../../coverage.ts';

export const rules = [
  ...rulesOf(
    'access',
    `
    1 enforced A token needs a scope that reads spreadsheets.
    2 enforced A caller reads what was shared with it, an API key what is shared by link.
    3 enforced An uploaded Office file cannot be read as a spreadsheet.
    4 absent A user makes at most 60 read requests a minute. | The refusal can be asked for at the control address.`,
  ),
  ...rulesOf(
    'range',
    `
    5 enforced A range is cut at the edges of the grid, and one that begins beyond them is refused.`,
  ),
];
