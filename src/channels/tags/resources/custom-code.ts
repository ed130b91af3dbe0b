const CODE: Readonly<Record<string, string>> = { html: 'html', jsm: 'javascript' };

/**
 * Code on somebody's website needs a permission of its own, asked for before anything is sent. `parameters`: those that the call
 * gives; a tag of custom HTML may be paused or renamed without the permission.
 */
export function requireCustomCode(
  caller: object,
  type: string,
  parameters: Readonly<Record<string, unknown>> = {},
): void {
  const key = Object.hasOwn(CODE, type) ? CODE[type] : undefined;
  if (key === undefined || Object.keys(parameters).length === 0) return;
  (caller as { requireCustomCode?(field: string): void }).requireCustomCode?.(`parameters.${key}`);
}
