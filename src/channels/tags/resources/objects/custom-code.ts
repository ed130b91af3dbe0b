import type { ToolContext } from '../../../../tools/define-tool.ts';
import type { ObjectKind } from '../containers/kinds.ts';

/** Types whose parameters hold code that runs in the browsers of visitors, with the parameter that holds it. */
const CODE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  tag: { html: 'html' },
  variable: { jsm: 'javascript' },
};

/**
 * Whether writing such an object is writing code: it takes the permission "custom html" and is shown in full before it is published.
 * A template is code whatever its type is. An image tag (`img`) only loads an address, and a tag of a template (`cvt_…`) runs code
 * for which the maker of the template needed the permission.
 */
export function isCustomCode(kind: ObjectKind, type: string): boolean {
  return codeParameter(kind, type) !== undefined;
}

/** The parameter that holds the code; of a template, its whole text. */
export function codeParameter(kind: ObjectKind, type: string): string | undefined {
  if (kind === 'template') return 'templateData';
  const types = CODE[kind];
  return types && Object.hasOwn(types, type) ? types[type] : undefined;
}

/**
 * Asked for before anything is sent. `parameters`: those that the call gives; a tag of custom HTML may be paused or renamed without the
 * permission.
 */
export function requireCustomCode(
  caller: Pick<ToolContext<unknown>, 'requireCustomCode'>,
  type: string,
  parameters: Readonly<Record<string, unknown>> = {},
): void {
  const key = codeParameter('tag', type) ?? codeParameter('variable', type);
  if (key !== undefined && Object.keys(parameters).length > 0) caller.requireCustomCode(`parameters.${key}`);
}
