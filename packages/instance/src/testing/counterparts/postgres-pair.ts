import { setTimeout as pause } from 'node:timers/promises'
import { type OwnPostgres, openPostgresServer } from './postgres-server.ts'

/** A primary with a synchronous standby. */
export interface PostgresPair {
  /** Ports of both servers, whichever is the primary. */
  readonly ports: readonly [number, number]
  /** The current primary. */
  primary(): OwnPostgres
  /** Kills the primary, as in a crash, and promotes the standby. */
  failOver(): Promise<void>
  /** Starts the lost primary again, as one that was not told of its successor. */
  reviveLost(): Promise<void>
  /** Gives the primary a new standby in place of the lost one. */
  rejoin(): Promise<void>
  /** Stops both and removes their files. */
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
    reviveLost: async () => lost?.start(),
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

/** Copies the primary before it requires synchronous commits: otherwise the copy would inherit that setting. */
async function follow(primary: OwnPostgres, port?: number): Promise<OwnPostgres> {
  const place = port === undefined ? {} : { port }
  const standby = await openPostgresServer({ durable: true, standbyOf: primary.url, ...place })
  while ((await primary.valueOf("select count(*) from pg_stat_replication where state = 'streaming'")) !== '1')
    await pause(50)
  await primary.valueOf("alter system set synchronous_standby_names = '*'")
  await primary.valueOf('select pg_reload_conf()')
  return standby
}
