import { setTimeout as pause } from 'node:timers/promises'
import { type OwnPostgres, openPostgresServer } from './postgres-server.ts'

/** A primary with a standby that has whatever the primary acknowledged. */
export interface PostgresPair {
  /** Of both, whichever is the primary. */
  readonly ports: readonly [number, number]
  /** The one that is it now. */
  primary(): OwnPostgres
  /** Ends the primary as a crash would, and makes the standby the primary. */
  failOver(): Promise<void>
  /** Gives the primary a standby again, in the place of the one that was lost. */
  rejoin(): Promise<void>
  /** Leaves nothing of them. */
  close(): Promise<void>
}

const portOf = ({ url }: OwnPostgres) => Number(new URL(url).port)

export async function openPostgresPair(): Promise<PostgresPair> {
  let primary = await openPostgresServer({ durable: true })
  let standby = await follow(primary)
  let lost: OwnPostgres | null = null
  return {
    ports: [portOf(primary), portOf(standby)],
    primary: () => primary,
    async failOver() {
      lost = primary
      await lost.crash()
      await standby.promote()
      primary = standby
    },
    async rejoin() {
      if (lost === null) return
      await lost.close()
      standby = await follow(primary, portOf(lost))
      lost = null
    },
    async close() {
      await primary.close()
      await (lost ?? standby).close()
    },
  }
}

/** A standby is one before anybody waits for it: a copy of the primary that waits for none would be one that waits for none either. */
async function follow(primary: OwnPostgres, port?: number): Promise<OwnPostgres> {
  const place = port === undefined ? {} : { port }
  const standby = await openPostgresServer({ durable: true, standbyOf: primary.url, ...place })
  while ((await primary.valueOf("select count(*) from pg_stat_replication where state = 'streaming'")) !== '1')
    await pause(50)
  await primary.valueOf("alter system set synchronous_standby_names = '*'")
  await primary.valueOf('select pg_reload_conf()')
  return standby
}
