import type { ValueDialect } from '../engine.ts'

/** Behavior that most engines share; each engine overrides what differs. */
export const commonValues: ValueDialect = {
  typedColumns: true,
  integerRange: () => null,
  beyondIntegers: 2n ** 63n,
  isNumberWord: () => false,
  isMomentWord: () => false,
  formatLocalTime: (text) => text,
  booleans: () => [1, 0],
  countsCharacters: (dbType) => /char/i.test(dbType),
  reader: (_field, usual) => usual,
  comparedReader: () => null,
  selected: () => null,
  answers: new Map(),
}
