import type { Database, Engine } from '@millwright/connector/engine/engine'
import { describe, it, onTestFinished } from 'vitest'
import { deferred, fixture } from '../fixture.ts'
import { type EmptyDatabase, type SuiteEngine, suiteEngines } from './test-engines.ts'

/** An engine under test in a shared suite. */
export interface EngineUnderTest {
  readonly name: SuiteEngine['name']
  readonly engine: Engine
  /** Type of its services. */
  readonly type: string
  /** Whether all connections share one session, as with PGlite: then waiting inside a transaction for work outside of it never ends. */
  readonly sharesSession: boolean
  /** Opens an empty database for one test, dropped when the test is over. */
  open(): Promise<OpenDatabase>
  /** Like `open`, for all tests of the `describe` where it is called. */
  share(): OpenDatabase
}

export interface OpenDatabase {
  readonly database: Database
  /** Configuration of a service for the database. */
  readonly config: EmptyDatabase['config']
}

/**
 * Runs a suite on every engine: SQLite, PostgreSQL (a local server, otherwise PGlite), and MariaDB if a server responds.
 * Engines without a server are skipped and counted. `engines`: limits the engines.
 */
export function forEachEngine(
  subject: string,
  body: (on: EngineUnderTest) => void,
  engines: readonly SuiteEngine[] = suiteEngines,
): void {
  describe.each(engines)(`${subject} on $name`, (suite) => {
    const { name, engine, type, answers } = suite
    if (!answers) return it.skipIf(!answers)('where a server responds', () => {})
    const open = async () => {
      const place = await suite.create()
      const database = engine.open(place.config)
      const drop = () => database.close().finally(place.drop)
      return { database, config: place.config, drop }
    }
    return body({
      name,
      engine,
      type,
      sharesSession: !suite.keepsSessions,
      async open() {
        const opened = await open()
        onTestFinished(opened.drop)
        return opened
      },
      share() {
        const opened = fixture(open, ({ drop }) => drop())
        return { database: deferred(() => opened.database), config: deferred(() => opened.config) }
      },
    })
  })
}
