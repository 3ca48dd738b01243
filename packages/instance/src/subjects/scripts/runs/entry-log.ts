import type { Log } from '../../../platform/log.ts'
import { messageOf } from '../../../platform/message-of.ts'
import type { Vault } from '../../../platform/vault.ts'
import type { ScriptEntryTable } from '../../../store/script-tables.ts'
import type { Db, Store } from '../../../store/store.ts'

interface EntryLogParts {
  readonly store: Pick<Store, 'db' | 'transaction'>
  readonly vault: Vault
  readonly log: Log
}

export interface EntryLogOptions {
  readonly kind: ScriptEntryTable['kind']
  /** Entries of a script that are kept: the newest. */
  readonly most: number
}

export interface WrittenEntry {
  readonly id: number
  readonly entry: Readonly<Record<string, unknown>>
}

/**
 * The last entries of each script, in the instance's own tables, encrypted. They are written together a moment later, so that
 * no request waits for it.
 */
export interface EntryLog {
  add(script: string, entry: object): void
  /** The newest first; those of other nodes as far as these have written them. */
  of(script: string): Promise<readonly WrittenEntry[]>
  forget(scripts: readonly string[]): Promise<void>
  /** When what was added so far is written. */
  flush(): Promise<void>
}

/** Milliseconds: what comes meanwhile is written together. */
const pause = 1_000
/** Scripts whose entries may wait at once. */
const mostWaiting = 500
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

  /** By their numbers, so that nodes which do so at once meet the rows in the same order. */
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
        if (waiting.size >= mostWaiting) return
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

/** Null: it was kept under another secret, and nobody can read it any more. */
function openedBy(vault: Vault, sealed: string): WrittenEntry['entry'] | null {
  try {
    return Object(JSON.parse(vault.open(sealed)))
  } catch {
    return null
  }
}
