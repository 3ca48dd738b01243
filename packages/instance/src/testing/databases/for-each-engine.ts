import { afterAll, describe, it, onTestFinished } from 'vitest'
import type { Database, Engine } from '../../engines/engine.ts'
import { type EmptyDatabase, type SuiteEngine, suiteEngines } from './test-engines.ts'

/** An engine in a test of the shared suite. */
export interface EngineUnderTest {
  readonly name: SuiteEngine['name']
  readonly engine: Engine
  /** The type of services on it. */
  readonly type: string
  /** Whether what waits inside a transaction for something outside it waits forever, as on PGlite, which has one session. */
  readonly sharesSession: boolean
  /** An empty database of its own for one test, dropped when the test is over. */
  open(): Promise<OpenDatabase>
  /** As `open`, for all tests of the `describe` where it is called. */
  share(): Promise<OpenDatabase>
}

export interface OpenDatabase {
  readonly database: Database
  /** The configuration of a service on it. */
  readonly config: EmptyDatabase['config']
}

/**
 * Describes what holds on every engine: SQLite, PostgreSQL (the server at hand, else PGlite), and MariaDB where one answers; engines that do not
 * answer are skipped, and counted. `engines`: those that it is about, where it is not about all.
 */
export function forEachEngine(
  subject: string,
  body: (on: EngineUnderTest) => void | Promise<void>,
  engines: readonly SuiteEngine[] = suiteEngines,
): void {
  describe.each(engines)(`${subject} on $name`, (suite) => {
    const { name, engine, type, answers } = suite
    if (!answers) return it.skipIf(!answers)('where a server answers', () => {})
    const open = async (atEnd: (end: () => Promise<void>) => void): Promise<OpenDatabase> => {
      const place = await suite.create()
      const database = engine.open(place.config)
      atEnd(async () => {
        try {
          await database.close()
        } finally {
          await place.drop()
        }
      })
      return { database, config: place.config }
    }
    return body({
      name,
      engine,
      type,
      sharesSession: !suite.keepsSessions,
      open: () => open(onTestFinished),
      share: () => open(afterAll),
    })
  })
}
