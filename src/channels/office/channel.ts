import type { Channel } from '../../tools/define-tool.ts';

/** Spreadsheets. They are read at the workspace's address and by `GET /office/sheets/read`. */
export const channel: Channel<undefined> = {
  name: 'office',
  title: 'Spreadsheets',
  servedAt: 'workspace',
  instructions: 'Cells of spreadsheets.',
  hosts: {
    api: 'https://sheets.googleapis.com',
    oauth: 'https://oauth2.googleapis.com',
    login: 'https://accounts.google.com',
  },
  needsConnection: true,
  connect: () => undefined,
};
