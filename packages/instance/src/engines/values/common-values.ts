import type { ValueDialect } from '../engine.ts'

/** What most engines have in common; each says besides where it differs. */
export const commonValues: ValueDialect = {
  typedColumns: true,
  integerRange: () => null,
  beyondIntegers: 2n ** 63n,
  isNumberWord: () => false,
  isMomentWord: () => false,
  plainMoment: (text) => text,
  booleans: () => [1, 0],
  countsCharacters: (dbType) => /char/i.test(dbType),
  reader: (_field, usual) => usual,
  selected: () => null,
  answers: new Map(),
}
