import type { Coverage, RouteCoverage } from '../emulator.ts';
import { SIGN_IN_COVERAGE } from '../google/sign-in.ts';
import { rules } from './rules/coverage.ts';

const SPREADSHEET = '/v4/spreadsheets/{spreadsheetId}';

const routes: readonly RouteCoverage[] = [
  {
    method: 'GET',
    path: SPREADSHEET,
    state: 'partial',
    note: 'grid data without row and column metadata, and of formats only the number format',
  },
  { method: 'GET', path: `${SPREADSHEET}/values/{range}`, state: 'supported' },
  { method: 'GET', path: `${SPREADSHEET}/values:batchGet`, state: 'supported' },
  ...SIGN_IN_COVERAGE,
  { method: 'POST', path: '/v4/spreadsheets', state: 'absent' },
  { method: 'POST', path: `${SPREADSHEET}:batchUpdate`, state: 'absent' },
  { method: 'POST', path: `${SPREADSHEET}:getByDataFilter`, state: 'absent' },
  { method: 'GET', path: `${SPREADSHEET}/developerMetadata/{metadataId}`, state: 'absent' },
  { method: 'POST', path: `${SPREADSHEET}/developerMetadata:search`, state: 'absent' },
  { method: 'POST', path: `${SPREADSHEET}/sheets/{sheetId}:copyTo`, state: 'absent' },
  { method: 'PUT', path: `${SPREADSHEET}/values/{range}`, state: 'absent' },
  { method: 'POST', path: `${SPREADSHEET}/values/{range}:append`, state: 'absent' },
  { method: 'POST', path: `${SPREADSHEET}/values/{range}:clear`, state: 'absent' },
  { method: 'POST', path: `${SPREADSHEET}/values:batchClear`, state: 'absent' },
  { method: 'POST', path: `${SPREADSHEET}/values:batchClearByDataFilter`, state: 'absent' },
  { method: 'POST', path: `${SPREADSHEET}/values:batchGetByDataFilter`, state: 'absent' },
  { method: 'POST', path: `${SPREADSHEET}/values:batchUpdate`, state: 'absent' },
  { method: 'POST', path: `${SPREADSHEET}/values:batchUpdateByDataFilter`, state: 'absent' },
];

export const coverage: Coverage = { routes, rules };
