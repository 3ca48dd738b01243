import type { ValueDialect } from '../engine.ts'
import { commonValues } from '../values/common-values.ts'

export const sqliteValues: ValueDialect = { ...commonValues, typedColumns: false }
