import type { FieldMessages } from '@millwright/contract/problem'
import { mongodbConfig } from '@millwright/contract/service-config/database'
import { type ServiceKind, serviceKind } from '../../gateway/service-kind.ts'

function database(name: string, label: string): ServiceKind {
  const description = `Reads and writes the tables of a ${label} database.`
  return serviceKind({ name, label, group: 'Database', description, tier: 'SILVER', config: null })
}

function warehouse(name: string, label: string): ServiceKind {
  const description = `Reads the tables of a ${label} warehouse.`
  return serviceKind({ name, label, group: 'Big Data', description, tier: 'GOLD', config: null })
}

/** Databases that no engine of this instance speaks to. */
export const furtherDatabaseKinds: readonly ServiceKind[] = [
  serviceKind({
    name: 'mongodb',
    label: 'MongoDB',
    group: 'Database',
    description: 'Reads and writes the documents of a MongoDB database.',
    tier: 'SILVER',
    config: mongodbConfig,
    check: mongodbProblem,
  }),
  database('ibmdb2', 'IBM DB2'),
  database('informix', 'IBM Informix'),
  database('oracle', 'Oracle'),
  database('sqlanywhere', 'SAP SQL Anywhere'),
  {
    ...database('salesforce_db', 'Salesforce'),
    description: 'Reads and writes the records of a Salesforce organisation as if they were tables.',
  },
  warehouse('snowflake', 'Snowflake'),
  warehouse('apache_hive', 'Apache Hive'),
]

function mongodbProblem({ database: name, dsn, options }: Readonly<Record<string, unknown>>): FieldMessages | null {
  const inOptions = typeof options === 'object' && options !== null && 'database' in options
  return name || dsn || inOptions ? null : { database: ['database is required without a connection string.'] }
}
