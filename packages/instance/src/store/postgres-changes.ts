import { randomUUID } from 'node:crypto'
import { type Change, type Changes, changesChannel as channel, localChanges, migrated } from './changes.ts'
import { type FreshClient, postgresListener } from './postgres-listener.ts'
import { tableNames } from './tables.ts'

/** PostgreSQL takes payloads below 8000 bytes. */
const maxPayload = 7900

interface Links {
  connect(): FreshClient
  notify(channel: string, payload: string): Promise<void>
  /** The tables may have been migrated by another node. */
  migrated(): void
}

interface PostgresChanges extends Changes {
  /** @throws when the database cannot be reached; afterwards a lost connection is made again without end. */
  listen(): Promise<void>
  stop(): Promise<void>
}

export const notifySql = 'select pg_notify($1, $2)'

const everything: readonly Change[] = tableNames.map((table) => ({ table, ids: 'all' }))

/** Changes of all nodes on one database. What a node could not tell the others, it tells them as soon as it can. */
export function postgresChanges(links: Links): PostgresChanges {
  const { connect, notify } = links
  const local = localChanges()
  const node = randomUUID()
  const untold = new Map<Change['table'], Change>()
  const forgetEverything = () => local.publishHere(everything)
  const listener = postgresListener({
    connect,
    channel,
    heard(payload) {
      local.publishHere(heard(node, payload))
      if (payload === migrated) links.migrated()
    },
    deaf: forgetEverything,
    recovered() {
      forgetEverything()
      links.migrated()
    },
    alive: () => void tell(),
  })

  async function tell(): Promise<void> {
    if (untold.size === 0) return
    const telling = [...untold.values()]
    untold.clear()
    try {
      for (const payload of payloads(node, telling)) await notify(channel, payload)
    } catch {
      for (const { table } of telling) untold.set(table, { table, ids: 'all' })
    }
  }

  return {
    subscribe: local.subscribe,
    publishHere: local.publishHere,
    async publishIn(transaction, changes) {
      if (changes.length === 0) return
      for (const payload of payloads(node, changes)) await transaction.all(notifySql, [channel, payload])
    },
    async publish(changes) {
      local.publishHere(changes)
      for (const change of changes) untold.set(change.table, joined(untold.get(change.table), change))
      await tell()
    },
    listen: listener.start,
    stop: listener.stop,
  }
}

function joined(earlier: Change | undefined, later: Change): Change {
  if (earlier === undefined) return later
  const all = earlier.ids === 'all' || later.ids === 'all'
  return { table: later.table, ids: all ? 'all' : [...earlier.ids, ...later.ids] }
}

/** As few messages as fit; ids that do not fit are told as `all`. */
function payloads(node: string, changes: readonly Change[]): string[] {
  const text = JSON.stringify({ node, changes })
  if (text.length <= maxPayload) return [text]
  if (changes.length === 1)
    return changes.map(({ table }) => JSON.stringify({ node, changes: [{ table, ids: 'all' }] }))
  return changes.flatMap((change) => payloads(node, [change]))
}

/** What another node told; nothing for our own messages, everything for one that cannot be read. */
function heard(node: string, payload: string): readonly Change[] {
  try {
    const message: { node: string; changes: Change[] } = JSON.parse(payload)
    return message.node === node ? [] : message.changes
  } catch {
    return everything
  }
}
