import { type Node, parseSync } from 'oxc-parser';

export const LINES_MAX = 60;

interface LongFunction {
  name: string;
  lines: number;
}

/** The callback of `describe` only groups tests, so its length says nothing. */
function groupsTests(call: string): boolean {
  return /^describe\b/.test(call);
}

/** Every function of a file that is longer than `LINES_MAX`, under the name of the variable or call it is given to. */
export function longFunctionsIn(file: string, text: string): LongFunction[] {
  const found: LongFunction[] = [];
  const lines = lineNumbers(text);
  if (lines.at(text.length - 1)! <= LINES_MAX) return found;
  const visit = (value: unknown, around: string) => {
    if (Array.isArray(value)) for (const one of value) visit(one, around);
    if (typeof value !== 'object' || value === null || !('type' in value)) return;
    const node = value as Node;
    // What is short holds nothing long.
    const length = lines[node.end - 1]! - lines[node.start]! + 1;
    if (length <= LINES_MAX) return;
    const name = nameOf(node, text) ?? around;
    const isFunction = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);
    if (isFunction && !groupsTests(name)) found.push({ name, lines: length });
    for (const inner of Object.values(node)) visit(inner, name);
  };
  visit(parseSync(file, text).program, '');
  return found;
}

/** The line of each character. */
function lineNumbers(text: string): Uint32Array {
  const lines = new Uint32Array(text.length);
  for (let at = 0, line = 1; at < text.length; at++) {
    lines[at] = line;
    if (text[at] === '\n') line += 1;
  }
  return lines;
}

function nameOf(node: Node, text: string): string | undefined {
  if (node.type === 'CallExpression') return text.slice(node.callee.start, node.callee.end).split(/[(\n]/, 1)[0];
  if (node.type === 'FunctionDeclaration' || node.type === 'FunctionExpression') return node.id?.name;
  const named = node.type === 'VariableDeclarator' ? node.id : 'key' in node ? (node.key as Node) : undefined;
  return named && text.slice(named.start, named.end);
}
