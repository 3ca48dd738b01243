import { setTimeout as wait } from 'node:timers/promises'
import { openPostgresServer } from '@millwright/instance/testing/counterparts/postgres-server'
import pg from 'pg'
import { busyProcessors, ownMemory, processesOn } from './processes.ts'

export interface PostgresLoad {
  /** Number of processors that are busy with heartbeats alone. */
  readonly idle: number
  /** Memory of the connections on which nodes listen, in MB. */
  readonly memory: number
  /** Changes of system records that could be committed and announced, per second. */
  readonly changes: number
  /** 95th percentile of the milliseconds from a commit until the last node was notified, at ten changes per second. */
  readonly heard: number
}

/** The interval of real nodes (store/changes-listener.ts). */
const heartbeatInterval = 250
const channel = 'millwright_changes'
const writers = 6
const seconds = 5

/** Simulates nodes that receive changes through one PostgreSQL whose commits wait for the disk. */
export async function measurePostgres(nodes: number): Promise<PostgresLoad> {
  await using cleanup = new AsyncDisposableStack()
  const server = cleanup.adopt(await openPostgresServer({ durable: true, connections: 400 }), ({ close }) => close())
  const connect = async () => {
    const client = new pg.Client(server.url)
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const telling = await connect()
  await telling.query('create table change (id bigserial primary key, text text)')
  const pids = () => processesOn(Number(new URL(server.url).port))
  const without = ownMemory(pids())

  let told = new Map<string, number>()
  const times: number[] = []
  const heardBy = new Map<string, number>()
  const beats: NodeJS.Timeout[] = []
  for (let node = 0; node < nodes; node++) {
    const client = await connect()
    await client.query(`listen ${channel}; listen beat_${node}`)
    client.on('notification', ({ channel: by, payload = '' }) => {
      const begun = told.get(payload)
      if (by !== channel || begun === undefined) return
      const count = (heardBy.get(payload) ?? 0) + 1
      heardBy.set(payload, count)
      if (count === nodes) times.push(performance.now() - begun)
    })
    const text = `begin; set local synchronous_commit = off; notify beat_${node}, '1'; commit`
    let isBeating = false
    beats.push(
      setInterval(async () => {
        if (isBeating) return
        isBeating = true
        await client.query(text).catch(() => undefined)
        isBeating = false
      }, heartbeatInterval),
    )
  }
  cleanup.defer(() => beats.forEach(clearInterval))
  const memory = ownMemory(pids()) - without
  const idle = await busyProcessors(pids, seconds)

  const change = async (client: pg.Client, name: string) => {
    await client.query('begin')
    await client.query('insert into change (text) values ($1)', [name])
    await client.query('select pg_notify($1, $2)', [channel, name])
    await client.query('commit')
  }
  for (let number = 0; number < 10 * seconds; number++) {
    told.set(`one ${number}`, performance.now())
    await change(telling, `one ${number}`)
    await wait(100)
  }
  const heard = times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.95)] ?? Number.NaN

  told = new Map()
  let [count, going] = [0, true]
  const busy = Array.from({ length: writers }, async (_, writer) => {
    const client = await connect()
    while (going) {
      await change(client, `${writer} ${count}`)
      count += 1
    }
  })
  await wait(seconds * 1000)
  const changes = count / seconds
  going = false
  await Promise.all(busy)
  return { idle, memory, changes, heard }
}
