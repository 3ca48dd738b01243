import type { Database } from '@millwright/connector/engine/engine'
import { onTestFinished } from 'vitest'
import { type Relay, relayTo } from '../../platform/connections/relay.ts'
import type { SuiteEngine } from './test-engines.ts'

/** An empty database for one test, behind a relay that the test can close. */
export async function openBehindRelay(suite: SuiteEngine): Promise<{ database: Database; relay: Relay }> {
  const { config, drop } = await suite.create()
  onTestFinished(drop)
  const relay = await relayTo(String(config.host), Number(config.port))
  onTestFinished(relay.close)
  const database = suite.engine.open({ ...config, port: relay.port })
  onTestFinished(() => database.close())
  return { database, relay }
}
