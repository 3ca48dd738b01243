import type { RawColumn } from './catalog.ts'

/** ` COLLATE …` of a column that stays a text, or nothing: a changed type has the database's own collation unless it is said again. */
export function collate({ attributes }: Pick<RawColumn, 'attributes'>, type: string): string {
  const collation = attributes?.collation ?? null
  const isText = /char|text|^(enum|set)\b/i.test(type) && !/character set/i.test(type)
  return collation === null || !isText ? '' : ` COLLATE ${collation}`
}
