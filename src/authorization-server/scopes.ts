export const READ = 'ads:read';
export const WRITE = 'ads:write';
/** What a client gets that asks for nothing in particular. */
export const BOTH = `${READ} ${WRITE}`;
