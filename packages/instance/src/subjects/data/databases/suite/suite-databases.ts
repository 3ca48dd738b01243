import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createServiceKinds } from '../../../../service-kinds.ts'
import type { Against } from '../../../../testing/against.ts'
import { hasFirebirdServer, openFirebirdServer } from '../../../../testing/counterparts/firebird-server.ts'
import { createOnSqlServer, sqlServerAnswers } from '../../../../testing/databases/sql-server.ts'
import { mariadb, postgres, type SuiteEngine, suiteEngines } from '../../../../testing/databases/test-engines.ts'
import { fileCalls } from '../../../../testing/file-calls.ts'
import type { TestInstance } from '../../../../testing/test-instance.ts'
import { loadConnectors } from '../../../services/connectors/load-connectors.ts'
import { makeConnector } from '../../../services/connectors/new-connector.ts'
import { hasDuckdb, partsAsDuckdb } from './parts-in-duckdb.ts'
import { partsAsCsv, partsAsJson, partsAsLines, partsAsParquet } from './parts-in-files.ts'
import { openRedshiftStandIn } from './redshift-stand-in.ts'
import { openSalesforceStandIn } from './salesforce-stand-in.ts'
import { openSnowflakeStandIn } from './snowflake-stand-in.ts'

/** For types that are tested with a MariaDB server. */
const mysql = { type: 'mysql', name: 'MySQL, by MariaDB', against: { kind: 'real', name: 'MariaDB' } } as const
const memsql = {
  type: 'memsql',
  name: 'SingleStore, by MariaDB',
  against: { kind: 'stand-in', name: 'MariaDB, whose protocol it speaks' },
} as const
/** For a type that is tested with a PostgreSQL server. */
const alloydb = {
  type: 'alloydb',
  name: 'AlloyDB, by PostgreSQL',
  against: { kind: 'stand-in', name: 'PostgreSQL, whose protocol it speaks' },
} as const

type Config = Readonly<Record<string, unknown>>

/** A database type in the shared suite. */
export interface SuiteDatabase {
  readonly name: string
  /** The service type. */
  readonly type: string
  readonly against: Against
  /** Whether its server is available on this machine. */
  readonly answers: boolean
  /** Whether it supports transactions. */
  readonly transactions: boolean
  /** Whether services create tables; otherwise one exists already. */
  readonly makesTables: boolean
  /** Whether null matches no comparison, negated or not. */
  readonly threeValued: boolean
  /** The primary key of its table, or the field that identifies records without one. */
  readonly key: string
  /** Whether records can be written; otherwise those of the suite exist already. */
  readonly writes: boolean
  /** Opens an empty database for exclusive use. */
  open(instance: TestInstance): Promise<OpenSuiteDatabase>
}

export interface OpenSuiteDatabase {
  /** The configuration of a service for it. */
  readonly config: Config
  /** Settings, merged into `config`, that the server rejects. */
  readonly refused: readonly Config[]
  /** Returns settings for a server on that port of this machine; `null`: the database does not use HTTP. */
  readonly elsewhere: ((port: number) => Config) | null
  drop(): Promise<void>
}

type Serving = Pick<SuiteDatabase, 'name' | 'type' | 'against' | 'answers'> & Pick<SuiteEngine, 'create'>

const usual = { transactions: true, makesTables: true, threeValued: true, key: 'id', writes: true }

const byServer = ({ name, type, against, answers, create }: Serving): SuiteDatabase => ({
  name,
  type,
  against,
  answers,
  ...usual,
  async open() {
    const { config, drop } = await create()
    const refused = type === 'sqlite' ? [] : [{ port: 9 }]
    return { config, drop, refused, elsewhere: null }
  },
})

const rsa = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const pem = { type: 'pkcs8', format: 'pem' } as const

const snowflake: SuiteDatabase = {
  name: 'Snowflake, by a stand-in',
  type: 'snowflake',
  against: { kind: 'stand-in', name: 'the SQL API' },
  answers: true,
  ...usual,
  transactions: false,
  async open() {
    const [{ publicKey, privateKey }, other] = [rsa(), rsa()]
    const { port, close } = await openSnowflakeStandIn(publicKey)
    const at = (number: number) => ({ endpoint: `http://127.0.0.1:${number}/` })
    const encrypted = { cipher: 'aes-256-cbc', passphrase: 'of the key' }
    return {
      config: {
        account: 'acme',
        username: 'clerk',
        database: 'SHOP',
        warehouse: 'SMALL',
        ...at(port),
        private_key: privateKey.export({ ...pem, ...encrypted }),
        private_key_passphrase: encrypted.passphrase,
      },
      refused: [
        { private_key: other.privateKey.export(pem), private_key_passphrase: null },
        { username: 'somebody' },
        at(9),
      ],
      elsewhere: at,
      drop: close,
    }
  },
}

const salesforce: SuiteDatabase = {
  name: 'Salesforce, by a stand-in',
  type: 'salesforce_db',
  against: { kind: 'stand-in', name: 'REST, with OAuth' },
  answers: true,
  transactions: false,
  makesTables: false,
  threeValued: false,
  key: 'Id',
  writes: true,
  async open() {
    const { port, close } = await openSalesforceStandIn()
    const at = (number: number) => ({ login_url: `http://127.0.0.1:${number}/` })
    return {
      config: {
        username: 'clerk@acme.test',
        password: 'password of the suite',
        security_token: 'TOKEN',
        client_id: 'app',
        client_secret: 'secret of the suite',
        ...at(port),
      },
      refused: [{ security_token: null }, { client_secret: 'other' }, { username: null, client_id: 'none' }, at(9)],
      elsewhere: at,
      drop: close,
    }
  },
}

const redshift: SuiteDatabase = {
  name: 'Redshift, by a guarded PostgreSQL',
  type: 'aws_redshift_db',
  against: { kind: 'stand-in', name: 'PostgreSQL, without what Redshift lacks' },
  answers: postgres.keepsSessions,
  transactions: false,
  makesTables: false,
  threeValued: true,
  key: 'no',
  writes: true,
  async open() {
    const { config, close } = await openRedshiftStandIn(`CREATE TABLE part (no integer PRIMARY KEY,
      name varchar(40) NOT NULL, qty integer, price numeric(12, 2), ok boolean, made date, at timestamp, note varchar(200))`)
    return { config, refused: [{ port: 9 }], elsewhere: null, drop: close }
  },
}

const sqlServer: SuiteDatabase = {
  name: 'SQL Server',
  type: 'sqlsrv',
  against: { kind: 'real', name: 'SQL Server on port 1433, where one answers' },
  answers: sqlServerAnswers,
  ...usual,
  async open() {
    const place = await createOnSqlServer()
    return { ...place, refused: [{ port: 9 }, { password: 'password of the suite' }], elsewhere: null }
  },
}

/**
 * Loads the connectors that operators install separately, and one created from the template, until others are set.
 * @returns deletes its files
 */
async function useSuiteConnectors({ exchangeKinds }: TestInstance): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-connector-'))
  const made = join(folder, 'suite-database')
  makeConnector('database', made)
  const lines: string[] = []
  const named = ['./connector-duckdb', './connector-firebird', made]
  const from = fileURLToPath(new URL('../../../../../..', import.meta.url))
  const log = (line: string) => void lines.push(line)
  exchangeKinds(createServiceKinds(await loadConnectors({ named, from, log })))
  if (lines.length > 0) throw new Error(lines.join('\n'))
  return () => rmSync(folder, { recursive: true, force: true })
}

/** The template for new connectors; its settings omit options, which PGlite needs. */
const template: SuiteDatabase = {
  ...byServer({ ...postgres, name: 'a connector made from the template', type: 'suite_database' }),
  answers: postgres.keepsSessions,
  async open(instance) {
    const forget = await useSuiteConnectors(instance)
    const { config, drop } = await postgres.create()
    return { config, refused: [{ port: 9 }], elsewhere: null, drop: () => drop().finally(forget) }
  },
}

/** With its connector. */
const firebird: SuiteDatabase = {
  name: 'Firebird',
  type: 'firebird',
  against: { kind: 'real', name: 'Firebird' },
  answers: hasFirebirdServer,
  ...usual,
  async open(instance) {
    const forget = await useSuiteConnectors(instance)
    const server = await openFirebirdServer()
    const place = { host: '127.0.0.1', port: server.port, username: 'SYSDBA', password: server.password }
    return {
      config: { ...place, database: await server.create() },
      refused: [{ port: 9 }, { password: 'another' }, { database: '/none/at/all.fdb' }],
      elsewhere: null,
      drop: () => server.close().finally(forget),
    }
  },
}

/** A folder of a file service with one file. */
const dataFile = (end: string, content: () => Promise<Uint8Array>): SuiteDatabase => ({
  name: `a file .${end}`,
  type: 'duckdb',
  against: { kind: 'stand-in', name: 'files of Parquet, CSV and JSON' },
  answers: true,
  transactions: true,
  makesTables: false,
  threeValued: true,
  key: 'no',
  writes: false,
  async open(instance) {
    const name = `files-${end}`
    const config = { container: name }
    const body = { resource: [{ name, label: name, type: 'local_file', is_active: true, config }] }
    const made = await instance.send<{ resource: [{ id: number }] }>('POST', 'system/service', {
      as: instance.root,
      body,
    })
    const [{ id }] = made.body.resource
    await fileCalls(instance, name).put(`part.${end}`, Buffer.from(await content()))
    return {
      config: { storage_service_id: id },
      refused: [{ storage_service_id: 99_999 }],
      elsewhere: null,
      drop: async () => undefined,
    }
  },
})

/** With its connector. */
const duckdbFile: SuiteDatabase = {
  name: 'a database file of DuckDB',
  type: 'duckdb_file',
  against: { kind: 'real', name: 'files of DuckDB' },
  answers: hasDuckdb,
  transactions: true,
  makesTables: false,
  threeValued: true,
  key: 'no',
  writes: false,
  async open(instance) {
    const forget = await useSuiteConnectors(instance)
    const { file, drop } = await partsAsDuckdb()
    return {
      config: { database: file },
      refused: [{ database: '/none/at/all.duckdb' }, { database: import.meta.filename }],
      elsewhere: null,
      drop: () => drop().finally(forget),
    }
  },
}

export const suiteDatabases: readonly SuiteDatabase[] = [
  ...suiteEngines.map(byServer),
  ...[mysql, memsql].map((type) => byServer({ ...mariadb, ...type })),
  byServer({ ...postgres, ...alloydb }),
  dataFile('csv', partsAsCsv),
  dataFile('json', partsAsJson),
  dataFile('jsonl', partsAsLines),
  dataFile('parquet', partsAsParquet),
  template,
  duckdbFile,
  firebird,
  redshift,
  salesforce,
  snowflake,
  sqlServer,
]
