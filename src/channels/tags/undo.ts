import type { UndoTable } from '../../tools/undo.ts';

export const undo: UndoTable = {};
