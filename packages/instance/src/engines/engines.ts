import type { Engine } from '@millwright/connector/engine/engine'
import { mysqlEngine } from './mysql/mysql-engine.ts'
import { postgresEngine } from './postgres/postgres-engine.ts'
import { redshiftEngine } from './redshift/redshift-engine.ts'
import { sqliteEngine } from './sqlite/sqlite-engine.ts'
import { sqlServerEngine } from './sqlserver/sqlserver-engine.ts'

/** The supported database engines: one folder and one line here for each. */
export const engines: readonly Engine[] = [sqliteEngine, postgresEngine, redshiftEngine, mysqlEngine, sqlServerEngine]
