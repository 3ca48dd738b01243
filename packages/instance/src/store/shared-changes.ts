import { randomUUID } from 'node:crypto'
import { Problem } from '@millwright/contract/problem'
import { type Change, type Changes, everything, localChanges, migrated, type OpenTransaction } from './changes.ts'
import type { OpenLine } from './changes-line.ts'
import { changesListener } from './changes-listener.ts'

/** PostgreSQL limits payloads to less than 8000 bytes. */
const maxPayload = 7900
/** Milliseconds after which no transaction can still be open. */
const longestTransaction = 60_000

export interface ChangesLinks {
  readonly open: OpenLine
  /** Notifies all listening nodes; rejects on failure. */
  send(payload: string): Promise<void>
  /** Makes the commit of a transaction send the notification; `null` if unsupported: it is then sent before and after the commit. */
  readonly sendIn: ((transaction: OpenTransaction, payload: string) => unknown) | null
  /** Another node may have migrated the tables. */
  migrated(): void
}

interface SharedChanges extends Changes {
  /** @throws if the server is unreachable; afterwards, a lost connection is reopened indefinitely. */
  listen(): Promise<void>
  /** Like `listen`, but treats an unreachable server as a lost connection. */
  listenAnyway(): Promise<void>
  stop(): Promise<void>
}

/** A message from one node to the others. */
interface Message {
  readonly node: string
  readonly changes: readonly Change[]
  /** Id of changes that are about to be committed; `done` confirms the commit by the same id. */
  readonly coming?: string
  readonly done?: string
}

/** Changes of all nodes on one database. Notifications that fail are sent again as soon as possible. */
export function sharedChanges({ open, send, sendIn, migrated: onMigrated }: ChangesLinks): SharedChanges {
  const local = localChanges()
  const coming = comingChanges(local.publishHere)
  const node = randomUUID()
  const untold = new Map<Change['table'], Change>()
  /** Ids of changes that this node has announced before their commit, by serialized changes. */
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
    interrupted: forgetEverything,
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

  /** Changes that cannot be announced in advance must not be committed, as they might never be announced. */
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

  /** Returns and removes the id under which changes were announced in advance. */
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
    // Other nodes repeat the advance announcement until it is confirmed.
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
    get interruption() {
      return listener.interruption
    },
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

/** Splits changes into as few messages as fit; ids that do not fit become `all`. */
function payloads(node: string, changes: readonly Change[]): string[] {
  const text = JSON.stringify({ node, changes })
  if (text.length <= maxPayload) return [text]
  if (changes.length === 1)
    return changes.map(({ table }) => JSON.stringify({ node, changes: [{ table, ids: 'all' }] }))
  return changes.flatMap((change) => payloads(node, [change]))
}

/** Returns `null` for a message that cannot be parsed. */
function read(payload: string): Message | null {
  try {
    const message: unknown = JSON.parse(payload)
    return isMessage(message) ? message : null
  } catch {
    return null
  }
}

const isMessage = (value: unknown): value is Message => Array.isArray(Object(value).changes)

/** Changes that other nodes have announced before committing them. */
interface AnnouncedChanges {
  add(id: string, changes: readonly Change[]): void
  /** Called when they were committed and announced as such. */
  remove(id: string): void
  stop(): void
}

/** Milliseconds between announcements of possibly committed changes, and after which no transaction can still be open. */
const period = 400
const longest = 60_000

/**
 * Repeatedly announces changes that may be committed at any moment, since the node may die between its commit and the announcement.
 * Changes that are never removed were rolled back, or belong to such a node.
 */
function comingChanges(publish: (changes: readonly Change[]) => void): AnnouncedChanges {
  const coming = new Map<string, { readonly changes: readonly Change[]; readonly until: number }>()
  let timer: NodeJS.Timeout | undefined

  function announce(): void {
    const now = performance.now()
    for (const [id, { changes, until }] of coming) {
      publish(changes)
      if (until < now) coming.delete(id)
    }
    if (coming.size === 0) stop()
  }

  function stop(): void {
    clearInterval(timer)
    timer = undefined
  }

  return {
    add(id, changes) {
      coming.set(id, { changes, until: performance.now() + longest })
      timer ??= setInterval(announce, period).unref()
    },
    remove(id) {
      coming.delete(id)
      if (coming.size === 0) stop()
    },
    stop,
  }
}
