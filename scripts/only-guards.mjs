/**
 * A plugin of Stryker for `npm run mutation -- --guards`: of all conditions, only those of an `if` that leaves where it
 * stands (returns, throws, goes on with the next) are changed.
 */
const LEAVING = ['ReturnStatement', 'ThrowStatement', 'ContinueStatement', 'BreakStatement'];

function leaves(statement) {
  const last = statement.type === 'BlockStatement' ? statement.body.at(-1) : statement;
  return LEAVING.includes(last?.type);
}

const isTestOfIf = ({ key, parentPath }) => key === 'test' && parentPath?.isIfStatement() === true;

function shouldIgnore(path) {
  if (isTestOfIf(path)) return leaves(path.parent.consequent) ? undefined : 'leaves nothing';
  const isCondition = path.key === 'test' || path.isBinaryExpression() || path.isLogicalExpression();
  return isCondition ? 'no guard' : undefined;
}

export const strykerPlugins = [{ kind: 'Ignore', name: 'only-guards', value: { shouldIgnore } }];
