import type { Engine } from './engine.ts'
import { mysqlEngine } from './mysql/mysql-engine.ts'
import { postgresEngine } from './postgres/postgres-engine.ts'
import { sqliteEngine } from './sqlite/sqlite-engine.ts'
import { sqlServerEngine } from './sqlserver/sqlserver-engine.ts'

/** The kinds of databases that this instance speaks to: a folder each, and a line here. */
export const engines: readonly Engine[] = [sqliteEngine, postgresEngine, mysqlEngine, sqlServerEngine]
