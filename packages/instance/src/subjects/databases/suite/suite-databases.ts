import { generateKeyPairSync } from 'node:crypto'
import type { Against } from '../../../testing/against.ts'
import { type SuiteEngine, suiteEngines } from '../../../testing/databases/test-engines.ts'
import { openSnowflakeStandIn } from './snowflake-stand-in.ts'

type Config = Readonly<Record<string, unknown>>

/** A type of databases in the suite that all types of databases share. */
export interface SuiteDatabase {
  readonly name: string
  /** The type of services on it. */
  readonly type: string
  readonly against: Against
  /** Whether its server is on this machine. */
  readonly answers: boolean
  /** Whether several statements can be kept together. */
  readonly transactions: boolean
  /** An empty one that nobody else uses. */
  open(): Promise<OpenSuiteDatabase>
}

export interface OpenSuiteDatabase {
  /** The configuration of a service on it. */
  readonly config: Config
  /** Settings that the other side does not accept, over the above. */
  readonly refused: readonly Config[]
  /** The settings that lead to a server on that port of this machine instead; null: it is reached by no HTTP. */
  readonly elsewhere: ((port: number) => Config) | null
  drop(): Promise<void>
}

const byServer = ({ name, type, against, answers, create }: SuiteEngine): SuiteDatabase => ({
  ...{ name, type, against, answers, transactions: true },
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
  transactions: false,
  async open() {
    const [{ publicKey, privateKey }, other] = [rsa(), rsa()]
    const { port, close } = await openSnowflakeStandIn(publicKey)
    const at = (number: number) => ({ endpoint: `http://127.0.0.1:${number}/` })
    const encrypted = { cipher: 'aes-256-cbc', passphrase: 'of the key' }
    return {
      config: {
        ...{ account: 'acme', username: 'clerk', database: 'SHOP', warehouse: 'SMALL', ...at(port) },
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

export const suiteDatabases: readonly SuiteDatabase[] = [...suiteEngines.map(byServer), snowflake]
