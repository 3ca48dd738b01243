import { randomUUID } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { type Change, type Changes, everything, localChanges, migrated, type OpenTransaction } from './changes.ts'
import type { OpenLine } from './changes-line.ts'
import { changesListener } from './changes-listener.ts'
import { comingChanges } from './coming-changes.ts'

/** PostgreSQL takes payloads below 8000 bytes. */
const maxPayload = 7900
/** Milliseconds after which a transaction is not open any more. */
const longestTransaction = 60_000

export interface ChangesLinks {
  readonly open: OpenLine
  /** Tells all nodes that listen; rejects when it cannot be done. */
  send(payload: string): Promise<void>
  /** Has the commit of a transaction tell them; null where that cannot be: then they are told before and after it. */
  readonly sendIn: ((transaction: OpenTransaction, payload: string) => unknown) | null
  /** The tables may have been migrated by another node. */
  migrated(): void
}

interface SharedChanges extends Changes {
  /** @throws when the server cannot be reached; afterwards a lost line is opened again without end. */
  listen(): Promise<void>
  /** As `listen`; a server that cannot be reached is as a line that is lost. */
  listenAnyway(): Promise<void>
  stop(): Promise<void>
}

/** A message of one node to the others. */
interface Message {
  readonly node: string
  readonly changes: readonly Change[]
  /** They are about to be committed; the name by which `done` says that they were. */
  readonly coming?: string
  readonly done?: string
}

/** Changes of all nodes on one database. What a node could not tell the others, it tells them as soon as it can. */
export function sharedChanges({ open, send, sendIn, migrated: onMigrated }: ChangesLinks): SharedChanges {
  const local = localChanges()
  const coming = comingChanges(local.publishHere)
  const node = randomUUID()
  const untold = new Map<Change['table'], Change>()
  /** Names of what this node has sent ahead, by what it is. */
  const sentAhead = new Map<string, string[]>()
  const forgetEverything = () => local.publishHere(everything)
  const listener = changesListener({
    open,
    heard(payload) {
      if (payload === migrated) {
        forgetEverything()
        onMigrated()
        return
      }
      const message = read(payload)
      if (message === null) forgetEverything()
      else if (message.node !== node) heard(message)
    },
    deaf: forgetEverything,
    recovered() {
      forgetEverything()
      onMigrated()
    },
    alive: () => void tell(),
  })

  function heard({ changes, coming: ahead, done }: Message): void {
    if (ahead !== undefined) coming.add(ahead, changes)
    if (done !== undefined) coming.remove(done)
    local.publishHere(changes)
  }

  async function tell(): Promise<void> {
    if (untold.size === 0) return
    const telling = [...untold.values()]
    untold.clear()
    try {
      for (const payload of payloads(node, telling)) await send(payload)
    } catch {
      for (const { table } of telling) untold.set(table, { table, ids: 'all' })
    }
  }

  function publish(changes: readonly Change[]): Promise<void> {
    local.publishHere(changes)
    for (const change of changes) untold.set(change.table, joined(untold.get(change.table), change))
    return tell()
  }

  /** What cannot be sent ahead must not be committed: nobody might ever tell of it. */
  async function sendAhead(changes: readonly Change[]): Promise<void> {
    const id = randomUUID()
    const message: Message = { node, changes, coming: id }
    try {
      await send(JSON.stringify(message))
    } catch (cause) {
      throw new Problem(503, 'Nothing was changed: other nodes cannot be notified at the moment.', {
        headers: { 'Retry-After': '1' },
        cause,
      })
    }
    const key = JSON.stringify(changes)
    sentAhead.set(key, [...(sentAhead.get(key) ?? []), id])
    setTimeout(() => takeAhead(key, id), longestTransaction).unref()
  }

  /** The name under which it was sent ahead, which is not known any more then. */
  function takeAhead(key: string, name?: string): string | undefined {
    const names = sentAhead.get(key) ?? []
    const found = name ?? names[0]
    const rest = names.filter((each) => each !== found)
    if (rest.length === 0) sentAhead.delete(key)
    else sentAhead.set(key, rest)
    return found
  }

  function committed(changes: readonly Change[]): void {
    local.publishHere(changes)
    const done = takeAhead(JSON.stringify(changes))
    if (done === undefined) return
    const message: Message = { node, changes, done }
    // Others announce what was sent ahead until they hear of its end.
    send(JSON.stringify(message)).catch(() => publish(changes))
  }

  return {
    subscribe: local.subscribe,
    publishHere: sendIn === null ? committed : local.publishHere,
    async publishIn(transaction, changes) {
      if (changes.length === 0) return
      if (sendIn === null) return sendAhead(changes)
      for (const payload of payloads(node, changes)) await sendIn(transaction, payload)
    },
    publish,
    listen: listener.start,
    listenAnyway: listener.startAnyway,
    async stop() {
      coming.stop()
      await listener.stop()
    },
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

/** Null for a message that cannot be read. */
function read(payload: string): Message | null {
  try {
    const message: unknown = JSON.parse(payload)
    return isMessage(message) ? message : null
  } catch {
    return null
  }
}

const isMessage = (value: unknown): value is Message => Array.isArray(Object(value).changes)
