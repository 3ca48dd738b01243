import { randomUUID } from 'node:crypto'
import { open as openCouchdb } from '@millwright/connector-couchdb/couchdb-database'
import { MongoClient } from 'mongodb'
import { expect } from 'vitest'
import { openSender } from '../../../../platform/outgoing/ask.ts'
import type { Against } from '../../../../testing/against.ts'
import { couchdbServerAddress } from '../../../../testing/couchdb-server.ts'
import { listensOn } from '../../../../testing/counterparts/running-program.ts'
import { useTemplate } from '../../../../testing/template-connector.ts'
import type { TestInstance } from '../../../../testing/test-instance.ts'
import { couchdbAccount, openCouchdbStandIn } from './couchdb-stand-in.ts'
import { openMongodbStandIn } from './mongodb-stand-in.ts'
import { openDynalite } from './open-dynalite.ts'

/** A document database in the shared suite. */
export interface SuiteDocuments {
  readonly name: string
  /** The service type. */
  readonly type: string
  readonly against: Against
  /** Whether its server is reachable from this machine. */
  readonly answers: boolean
  /** Declares collections, if they must be created before documents. */
  readonly creates?: { readonly [name: string]: unknown }
  /** Fields that its documents have besides those that were written. */
  readonly adds?: Readonly<Record<string, unknown>>
  /** Creates an empty database for one test. `config`: the configuration of a service for it. */
  open(
    instance: Pick<TestInstance, 'exchangeKinds'>,
  ): Promise<{ readonly config: Readonly<Record<string, unknown>>; drop(): Promise<void> }>
}

export const mongodbStandIn: SuiteDocuments = {
  name: 'MongoDB, by a stand-in',
  type: 'mongodb',
  against: { kind: 'stand-in', name: 'its wire protocol' },
  answers: true,
  async open() {
    const { port, close } = await openMongodbStandIn()
    return { config: { host: '127.0.0.1', port, database: 'suite' }, drop: close }
  },
}

const port = 27_017

export const mongodbServer: SuiteDocuments = {
  name: 'MongoDB',
  type: 'mongodb',
  against: { kind: 'real', name: 'MongoDB on port 27017' },
  answers: await listensOn(port),
  async open() {
    const database = `millwright_test_${randomUUID().replaceAll('-', '')}`
    return {
      config: { host: '127.0.0.1', port, database },
      async drop() {
        const client = new MongoClient(`mongodb://127.0.0.1:${port}/`)
        await client.db(database).dropDatabase()
        await client.close()
      },
    }
  },
}

const couchdb = { type: 'couchdb', creates: {}, adds: { _rev: expect.stringMatching(/^\d+-[0-9a-f]{32}$/) } } as const

export const couchdbStandIn: SuiteDocuments = {
  ...couchdb,
  name: 'CouchDB, by a stand-in',
  against: { kind: 'stand-in', name: 'HTTP' },
  answers: true,
  async open() {
    const { port, close } = await openCouchdbStandIn()
    return { config: { dsn: `http://127.0.0.1:${port}/suite`, options: couchdbAccount }, drop: close }
  },
}

export const couchdbServer: SuiteDocuments = {
  ...couchdb,
  name: 'CouchDB',
  against: { kind: 'real', name: 'CouchDB' },
  answers: couchdbServerAddress !== undefined,
  async open() {
    const config = { dsn: couchdbServerAddress }
    const database = openCouchdb(config, { openSender })
    const found = await database.collections()
    if (found.length > 0) throw new Error(`The CouchDB for tests is not empty: ${found.join(', ')}`)
    async function drop() {
      for (const name of await database.collections()) await database.dropCollection(name)
    }
    return { config, drop }
  },
}

export const dynalite: SuiteDocuments = {
  name: 'Dynalite',
  type: 'aws_dynamodb',
  against: { kind: 'stand-in', name: 'Dynalite, which speaks its protocol' },
  answers: true,
  creates: { field: [{ name: '_id', type: 'string', is_primary_key: true }] },
  async open() {
    const { config, close } = await openDynalite()
    return { config, drop: close }
  },
}

/** Template to copy for a new connector. */
const template: SuiteDocuments = {
  name: 'a connector made from the template',
  type: 'suite_documents',
  against: { kind: 'stand-in', name: 'memory' },
  answers: true,
  async open(instance) {
    const { close } = await useTemplate(instance, 'documents', 'suite-documents')
    return { config: {}, drop: close }
  },
}

export const suiteDocuments: readonly SuiteDocuments[] = [
  mongodbStandIn,
  mongodbServer,
  couchdbStandIn,
  couchdbServer,
  dynalite,
  template,
]
