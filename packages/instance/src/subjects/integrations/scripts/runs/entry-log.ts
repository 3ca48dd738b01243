import { messageOf } from '@millwright/connector/error-words'
import type { Log } from '../../../../platform/log.ts'
import type { Vault } from '../../../../platform/vault.ts'
import type { ScriptEntryTable } from '../../../../store/integration-tables.ts'
import type { Db, Store } from '../../../../store/store.ts'

interface EntryLogParts {
  readonly store: Pick<Store, 'db' | 'transaction'>
  readonly vault: Vault
  readonly log: Log
}

export interface EntryLogOptions {
  readonly kind: ScriptEntryTable['kind']
  /** Number of entries that are stored per script, the newest. */
  readonly most: number
}

export interface WrittenEntry {
  readonly id: number
  readonly entry: Readonly<Record<string, unknown>>
}

/**
 * The latest entries of each script, encrypted in the instance's database. Writes are batched in the background, so that no
 * request waits for them.
 */
export interface EntryLog {
  add(script: string, entry: object): void
  /** Newest first; entries of other nodes once they are written. */
  of(script: string): Promise<readonly WrittenEntry[]>
  forget(scripts: readonly string[]): Promise<void>
  /** Resolves when all entries added so far are written. */
  flush(): Promise<void>
}

/** Milliseconds between batched writes. */
const pause = 1_000
/** Most scripts with pending entries. */
const maxWaiting = 500
const rowsAtOnce = 50

export function createEntryLog({ store, vault, log }: EntryLogParts, { kind, most }: EntryLogOptions): EntryLog {
  const { db } = store
  let waiting = new Map<string, object[]>()
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  async function write(): Promise<void> {
    const batch = waiting
    if (batch.size === 0) return
    waiting = new Map()
    const rows = [...batch].flatMap(([script, entries]) =>
      entries.map((entry) => ({ kind, script, entry: vault.seal(JSON.stringify(entry)) })),
    )
    try {
      await store.transaction(async (tx) => {
        for (let at = 0; at < rows.length; at += rowsAtOnce) {
          await tx
            .insertInto('script_entry')
            .values(rows.slice(at, at + rowsAtOnce))
            .execute()
        }
        for (const script of [...batch.keys()].toSorted()) await trim(tx, script)
      })
    } catch (error) {
      log(`Could not write the script log: ${messageOf(error)}`)
    }
  }

  /** Deletes by id, so that concurrent nodes lock the rows in the same order. */
  async function trim(tx: Db, script: string): Promise<void> {
    await tx
      .deleteFrom('script_entry')
      .where('kind', '=', kind)
      .where('script', '=', script)
      .where('id', '<=', (query) =>
        query
          .selectFrom('script_entry')
          .select('id')
          .where('kind', '=', kind)
          .where('script', '=', script)
          .orderBy('id', 'desc')
          .limit(1)
          .offset(most),
      )
      .execute()
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    writing = writing.then(write)
    return writing
  }

  return {
    flush,
    add(script, entry) {
      const entries = waiting.get(script)
      if (entries === undefined) {
        if (waiting.size >= maxWaiting) return
        waiting.set(script, [entry])
      } else {
        entries.push(entry)
        if (entries.length > most) entries.shift()
      }
      timer ??= setTimeout(flush, pause).unref()
    },
    async of(script) {
      await flush()
      const rows = await db
        .selectFrom('script_entry')
        .select(['id', 'entry'])
        .where('kind', '=', kind)
        .where('script', '=', script)
        .orderBy('id', 'desc')
        .limit(most)
        .execute()
      return rows.flatMap(({ id, entry }) => {
        const opened = openedBy(vault, entry)
        return opened === null ? [] : [{ id, entry: opened }]
      })
    },
    async forget(scripts) {
      if (scripts.length === 0) return
      for (const script of scripts) waiting.delete(script)
      await writing
      await db.deleteFrom('script_entry').where('kind', '=', kind).where('script', 'in', scripts).execute()
    },
  }
}

/** `null`: encrypted with another secret and unreadable. */
function openedBy(vault: Vault, sealed: string): WrittenEntry['entry'] | null {
  try {
    return Object(JSON.parse(vault.open(sealed)))
  } catch {
    return null
  }
}
