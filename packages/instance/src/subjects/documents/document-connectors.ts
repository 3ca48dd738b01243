import { couchdbConfig, mongodbConfig } from '@millwright/contract/service-config/database'
import type { Connector } from '../../gateway/ports/connector.ts'
import { couchdbProblem } from './couchdb/couchdb-settings.ts'
import { mongodbProblem } from './mongodb/mongodb-settings.ts'

/** Connectors for document databases. */
export const documentConnectors: readonly Connector[] = [
  {
    name: 'couchdb',
    label: 'CouchDB',
    group: 'Database',
    description: 'Reads and writes the documents of the databases of a CouchDB server.',
    settings: couchdbConfig,
    check: couchdbProblem,
    shape: 'documents',
    load: () => import('./couchdb/couchdb-database.ts'),
  },
  {
    name: 'mongodb',
    label: 'MongoDB',
    group: 'Database',
    description: 'Reads and writes the documents of a MongoDB database.',
    tier: 'SILVER',
    settings: mongodbConfig,
    check: mongodbProblem,
    shape: 'documents',
    load: () => import('./mongodb/mongodb-database.ts'),
  },
]
