import type { Source } from './source-tree.ts';

/** A syntax tree as far as this file looks into it. */
interface Node {
  type: string;
  [part: string]: unknown;
}

/**
 * Classes whose instances do not change once they are made, and those whose content belongs to something else: entries of a weak map to
 * their keys, a local storage to the calls that run in it.
 */
const VALUES = new Set([
  ...['Error', 'Failure', 'MetricTable', 'RegExp', 'TextDecoder', 'TextEncoder', 'URL'],
  ...['AsyncLocalStorage', 'WeakMap', 'WeakSet'],
]);
const COLLECTIONS = new Set(['Array', 'Map', 'Set']);
const CHANGES = new Set(['add', 'clear', 'delete', 'pop', 'push', 'set', 'shift', 'sort', 'splice', 'unshift']);

/**
 * The variables of a file that outlive a call and can change: every top-level `let`, every top-level collection or object that a
 * function changes, and every top-level instance of a class that is not known to stay as it was made.
 */
export function stateOf(source: Pick<Source, 'program'>): string[] {
  const program = source.program() as unknown as Node;
  const changed = changedInFunctions(program);
  return (program.body as Node[])
    .map((statement) =>
      statement.type === 'ExportNamedDeclaration' ? (statement.declaration as Node | null) : statement,
    )
    .filter((statement) => statement?.type === 'VariableDeclaration')
    .flatMap((statement) =>
      (statement!.declarations as Node[]).flatMap(({ id, init }) => {
        const { name } = id as { name?: string };
        if (name === undefined) return [];
        return statement!.kind !== 'const' || holdsState(init as Node | null, changed.has(name)) ? [name] : [];
      }),
    );
}

function holdsState(init: Node | null, isChanged: boolean): boolean {
  // A sticky expression: `lastIndex` is set before each use.
  if (init?.type === 'Literal') return false;
  if (init?.type !== 'NewExpression') return isChanged;
  const { name = '' } = init.callee as { name?: string };
  return COLLECTIONS.has(name) ? isChanged : name !== '' && !VALUES.has(name);
}

/** Names that code inside a function writes to: by a method that changes a collection, or by assigning to a member. */
function changedInFunctions(program: Node): Set<string> {
  const changed = new Set<string>();
  const visit = (node: Node, inFunction: boolean): void => {
    const object = inFunction ? changedObject(node) : undefined;
    if (object?.type === 'Identifier') changed.add(object.name as string);
    const inside = inFunction || /Function/.test(node.type);
    for (const part of Object.values(node))
      for (const child of Array.isArray(part) ? part : [part]) if (isNode(child)) visit(child, inside);
  };
  visit(program, false);
  return changed;
}

function changedObject(node: Node): Node | undefined {
  if (node.type === 'CallExpression') {
    const { object, property } = node.callee as { object?: Node; property?: { name?: string } };
    return CHANGES.has(property?.name ?? '') ? object : undefined;
  }
  const target = (
    node.type === 'AssignmentExpression' ? node.left : node.type === 'UpdateExpression' && node.argument
  ) as Node | false;
  return target && target.type === 'MemberExpression' ? (target.object as Node) : undefined;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string';
}
