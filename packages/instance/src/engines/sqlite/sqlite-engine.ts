import { Problem } from '@millwright/contract/problem'
import { textSetting, textsSetting } from '../../platform/config-values.ts'
import type { Engine } from '../engine.ts'
import { SqliteDatabase } from './sqlite-database.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import { sqliteFunctions } from './sqlite-functions.ts'
import { sqliteSchema } from './sqlite-plan.ts'

/** SQLite in this process; `database` is the path of the file, which is made when absent. */
export const sqliteEngine: Engine = {
  name: 'sqlite',
  dialect: sqliteDialect,
  open(config) {
    const file = textSetting(config, 'database')
    if (file === null) throw new Problem(503, 'The service names no database.')
    return new SqliteDatabase({ file, statements: textsSetting(config, 'statements') })
  },
  schema: sqliteSchema,
  functions: sqliteFunctions,
  routines: null,
}
