import type { Coverage } from '../emulator.ts';

const SPREADSHEET = '/v4/spreadsheets/{spreadsheetId}';

export const coverage: readonly Coverage[] = [
  {
    method: 'GET',
    path: SPREADSHEET,
    state: 'partial',
    note: 'grid data without row and column metadata, and of formats only the number format',
  },
  { method: 'GET', path: `${SPREADSHEET}/values/{range}`, state: 'supported' },
  { method: 'GET', path: `${SPREADSHEET}/values:batchGet`, state: 'supported' },
  { method: 'POST', path: '/token', state: 'supported' },
  {
    method: 'GET',
    path: '/o/oauth2/v2/auth',
    state: 'partial',
    note: 'every address of this machine counts as registered for redirects',
  },
  { method: 'POST', path: '/o/oauth2/v2/auth', state: 'partial', note: 'stands for the consent pages that follow' },
  { method: 'POST', path: '/revoke', state: 'absent' },
  { method: 'GET', path: '/tokeninfo', state: 'absent' },
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
