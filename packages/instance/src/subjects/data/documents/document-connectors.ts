import type { Connector } from '@millwright/connector/connector'
import { couchdbConfig, dynamodbConfig } from '@millwright/contract/service-config/database'
import { couchdbProblem } from './couchdb/couchdb-settings.ts'
import { dynamodbProblem } from './dynamodb/dynamodb-settings.ts'

/** Connectors for document databases. */
export const documentConnectors: readonly Connector[] = [
  {
    name: 'aws_dynamodb',
    label: 'AWS DynamoDB',
    group: 'Database',
    description: 'Reads and writes the tables of DynamoDB in an account of Amazon.',
    settings: dynamodbConfig,
    check: dynamodbProblem,
    shape: 'documents',
    load: () => import('./dynamodb/dynamodb-database.ts'),
  },
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
]
