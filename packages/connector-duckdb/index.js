import { isAbsolute } from 'node:path'

/** Read at start; what runs it is loaded when the first service of the type is asked. */
export const connectors = [
  {
    name: 'duckdb_file',
    label: 'DuckDB Database Files',
    group: 'Database',
    shape: 'database',
    description: 'Reads the tables of a database file of DuckDB.',
    settings: {
      database: {
        authority: 'addresses',
        type: 'string',
        label: 'Database',
        description:
          'Name of the file in the database folder of this instance, or a whole path. A lookup key works as well.',
        required: true,
      },
      max_records: {
        authority: 'plain',
        type: 'integer',
        label: 'Maximum Records',
        description: 'The most records that one answer holds; 1000 unless said otherwise.',
        default: 1000,
      },
    },
    check: ({ database }, { sysadmin }) =>
      typeof database === 'string' && isAbsolute(database.trim()) && !sysadmin
        ? { database: ['database: only system administrators may name a whole path.'] }
        : null,
    load: () => import('./runner.js'),
  },
]
