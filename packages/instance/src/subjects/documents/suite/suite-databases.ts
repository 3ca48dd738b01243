import { randomUUID } from 'node:crypto'
import { MongoClient } from 'mongodb'
import type { Against } from '../../../testing/against.ts'
import { listensOn } from '../../../testing/counterparts/running-program.ts'
import { useTemplate } from '../../../testing/template-connector.ts'
import type { TestInstance } from '../../../testing/test-instance.ts'
import { openMongodbStandIn } from './mongodb-stand-in.ts'

/** A document database in the shared suite. */
export interface SuiteDocuments {
  readonly name: string
  /** The service type. */
  readonly type: string
  readonly against: Against
  /** Whether its server is reachable from this machine. */
  readonly answers: boolean
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

export const suiteDocuments: readonly SuiteDocuments[] = [mongodbStandIn, mongodbServer, template]
