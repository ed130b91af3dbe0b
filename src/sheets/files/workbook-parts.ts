import { posix } from 'node:path';
import { parseRange } from '../a1.ts';
import type { NamedRange } from '../a1-resolve.ts';
import { broken, NEXT_STEP, notTaken } from './refusal.ts';
import { attributeOf, walkXml } from './xml-stream.ts';
import type { ZipArchive } from './zip-archive.ts';

interface SheetPart {
  name: string;
  hidden: boolean;
  part: string;
}

export interface Workbook {
  sheets: SheetPart[];
  namedRanges: NamedRange[];
  date1904: boolean;
  styles: string | undefined;
  sharedStrings: string | undefined;
}

/** Which parts make up the workbook. Refuses files whose cells depend on programs or on other files. */
export async function readWorkbook(zip: ZipArchive): Promise<Workbook> {
  refusePrograms(zip.names);
  await refuseMacroTypes(zip);
  const main = [...(await readRelations(zip, '')).values()].find(({ type }) => type === 'officeDocument')?.target;
  if (!main) throw broken('it has no workbook inside');
  if (main.endsWith('.bin'))
    throw notTaken('The file is a binary workbook (.xlsb).', 'Save it as .xlsx and import that.');
  const relations = await readRelations(zip, main);
  const ofType = (type: string) => [...relations.values()].find((relation) => relation.type === type)?.target;
  const draft = await readMainPart(zip, main);
  if (draft.root !== 'workbook') throw notAWorkbook(draft.root);
  const sheets = draft.sheets.flatMap(({ name, hidden, relation }) => {
    const target = relations.get(relation);
    if (target?.type === 'xlMacrosheet') throw macros();
    if (!target) throw broken(`the tab ${name} has no part`);
    // Tabs that are one chart or dialogue have no cells.
    return target.type === 'worksheet' ? [{ name, hidden, part: target.target }] : [];
  });
  if (sheets.length === 0) throw broken('it has no tab with cells');
  return {
    sheets,
    namedRanges: namedRanges(
      draft.names,
      draft.sheets.map(({ name }) => name),
      sheets,
    ),
    date1904: draft.date1904,
    styles: ofType('styles'),
    sharedStrings: ofType('sharedStrings'),
  };
}

function refusePrograms(names: readonly string[]): void {
  for (const name of names.map((one) => one.toLowerCase())) {
    if (/(^|\/)vbaproject[^/]*\.bin$/.test(name) || name.startsWith('xl/macrosheets/')) throw macros();
    if (name.startsWith('xl/externallinks/')) throw externalLinks();
    if (name === 'mimetype' || name === 'content.xml')
      throw notTaken('The file is an OpenDocument file.', 'Save it as .xlsx and import that.');
  }
}

const OTHER_DOCUMENTS: Readonly<Record<string, string>> = {
  document: 'The file is a Word document.',
  presentation: 'The file is a presentation.',
};

function notAWorkbook(root: string) {
  const what = OTHER_DOCUMENTS[root];
  return what ? notTaken(what, NEXT_STEP) : broken('it has no workbook inside');
}

function macros() {
  return notTaken('The workbook holds macros.', 'Save it as an .xlsx workbook without macros and import that.');
}

function externalLinks() {
  return notTaken(
    'The workbook takes values from other files by external links.',
    'Break the links in the spreadsheet program (their values stay), save and import that.',
  );
}

async function refuseMacroTypes(zip: ZipArchive): Promise<void> {
  const part = '[Content_Types].xml';
  await walkXml(zip.read(part), part, {
    open(_, { ContentType: type }) {
      if (type !== undefined && /macroEnabled|vbaProject/i.test(type)) throw macros();
    },
  });
}

interface Relation {
  type: string;
  target: string;
}

/** What a part refers to, by id; targets as names of entries. */
async function readRelations(zip: ZipArchive, part: string): Promise<Map<string, Relation>> {
  const folder = posix.dirname(part);
  const list = posix.join(folder, '_rels', `${posix.basename(part)}.rels`);
  const relations = new Map<string, Relation>();
  if (!zip.has(list)) return relations;
  await walkXml(zip.read(list), list, {
    open(name, { Id, Type = '', Target, TargetMode }) {
      if (name !== 'Relationship' || Id === undefined || Target === undefined || TargetMode === 'External') return;
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(folder, Target);
      relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target });
    },
  });
  return relations;
}

interface NameDraft {
  name: string;
  /** The position of the one tab it belongs to, if any. */
  tab: number | undefined;
  formula: string;
}

interface MainDraft {
  /** The outermost element: it tells workbooks from documents of other programs. */
  root: string;
  sheets: { name: string; hidden: boolean; relation: string }[];
  names: NameDraft[];
  date1904: boolean;
}

async function readMainPart(zip: ZipArchive, part: string): Promise<MainDraft> {
  const draft: MainDraft = { root: '', sheets: [], names: [], date1904: false };
  let naming: NameDraft | undefined;
  await walkXml(zip.read(part), part, {
    open(element, attributes) {
      draft.root ||= element;
      const { name = '', state, date1904, localSheetId } = attributes;
      if (element === 'workbookPr') draft.date1904 = date1904 === '1' || date1904 === 'true';
      else if (element === 'externalReference') throw externalLinks();
      else if (element === 'sheet') {
        const hidden = state === 'hidden' || state === 'veryHidden';
        draft.sheets.push({ name, hidden, relation: attributeOf(attributes, 'id') ?? '' });
      } else if (element === 'definedName') {
        naming = { name, tab: localSheetId === undefined ? undefined : Number(localSheetId), formula: '' };
      }
    },
    text(text) {
      if (naming) naming.formula += text;
    },
    close(element) {
      if (element === 'definedName' && naming) draft.names.push(naming);
      if (element === 'definedName') naming = undefined;
    },
  });
  return draft;
}

/** Names that stand for cells of one tab. Those of the whole workbook go before those of a single tab. */
function namedRanges(names: readonly NameDraft[], tabs: readonly string[], sheets: readonly SheetPart[]): NamedRange[] {
  const found = new Map<string, NamedRange>();
  const ordered = names.toSorted((a, b) => (a.tab === undefined ? 0 : 1) - (b.tab === undefined ? 0 : 1));
  for (const { name, tab, formula } of ordered) {
    const range = cellsOf(formula);
    const sheet = sheets.find((one) => one.name === (range?.sheet ?? tabs[tab ?? -1]));
    const key = name.toLowerCase();
    if (range && sheet && !key.startsWith('_xlnm.') && !found.has(key))
      found.set(key, { name, sheet: sheet.name, area: range.area });
  }
  return [...found.values()];
}

function cellsOf(formula: string) {
  try {
    const range = parseRange(formula.replace(/^=/, ''));
    return range.kind === 'area' ? range : undefined;
  } catch {
    // Constants, formulas and several areas at once are names too, but not of a range.
    return undefined;
  }
}
