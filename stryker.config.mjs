/** All kinds of changes but that of a condition (`scripts/only-guards.mjs`). */
const NO_CONDITIONS = [
  'ArithmeticOperator',
  'ArrayDeclaration',
  'ArrowFunction',
  'AssignmentOperator',
  'BlockStatement',
  'BooleanLiteral',
  'CallExpression',
  'EqualityOperator',
  'LogicalOperator',
  'MethodExpression',
  'ObjectLiteral',
  'OptionalChaining',
  'Regex',
  'StringLiteral',
  'UnaryOperator',
  'UpdateOperator',
];

const guards = {
  plugins: ['@stryker-mutator/*', './scripts/only-guards.mjs'],
  ignorers: ['only-guards'],
  mutator: { excludedMutations: NO_CONDITIONS },
};

export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutation.config.ts', related: false },
  coverageAnalysis: 'perTest',
  incremental: true,
  tsconfigFile: 'no-tsconfig-because-typescript-7-has-no-api.json',
  timeoutMS: 25_000,
  dryRunTimeoutMinutes: 30,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { reportTests: false, reportScoreTable: false, allowColor: false },
  tempDirName: 'coverage/mutation',
  ...(process.env.MUTATION_GUARDS && guards),
};
