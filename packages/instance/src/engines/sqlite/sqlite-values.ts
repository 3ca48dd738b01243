import type { ValueDialect } from '../engine.ts'
import { commonValues } from '../values/common-values.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { kindOfMoments, sortableMoment, sqliteMomentReader } from './sqlite-moments.ts'

export const sqliteValues: ValueDialect = {
  ...commonValues,
  typedColumns: false,
  reader(field, usual) {
    const kind = kindOfMoments(field.type)
    return kind === null ? usual : sqliteMomentReader(field, kind)
  },
  selected(column, { type }) {
    const kind = kindOfMoments(type)
    if (kind === null) return null
    const write = (value: unknown) => (typeof value === 'string' ? value : (sortableMoment(value, kind) ?? value))
    return { sql: sqliteDialect.quote(column), write }
  },
}
