import { takeCoverage } from 'node:v8';
import { afterAll } from 'vitest';

/** Writes down which lines have run until now; only with `NODE_V8_COVERAGE`, the folder for it. */
afterAll(() => takeCoverage());
