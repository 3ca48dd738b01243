import type { Connector } from '@millwright/connector/connector'
import { couchdbConfig } from '@millwright/contract/service-config/database'
import { couchdbProblem } from './couchdb-settings.ts'

/** Documents in databases of CouchDB. */
export const connectors: readonly Connector[] = [
  {
    name: 'couchdb',
    label: 'CouchDB',
    group: 'Database',
    description: 'Reads and writes the documents of the databases of a CouchDB server.',
    settings: couchdbConfig,
    check: couchdbProblem,
    shape: 'documents',
    load: () => import('./couchdb-database.ts'),
  },
]
