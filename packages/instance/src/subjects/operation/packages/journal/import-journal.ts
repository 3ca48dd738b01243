import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { messageOf } from '@millwright/connector/error-words'
import { Problem } from '@millwright/contract/problem'
import type { Forward } from '../../../../gateway/gateway.ts'
import type { Parts } from '../../../../gateway/parts.ts'
import type { Log } from '../../../../platform/log.ts'
import type { Config } from '../../../../platform/settings/config.ts'
import type { Tx } from '../../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../../request/api-request.ts'
import { type Caller, instanceCaller } from '../../../../request/caller.ts'
import { createJournalStore, lease } from './journal-store.ts'
import { type UndoStep, undo } from './undo-step.ts'

/** The undo steps of an import, each noted before the change that it undoes, for changes outside the instance's own transaction. */
export interface ImportJournal {
  /** Notes how to undo the next change. The returned function removes the note, if the change did not happen. */
  note(step: UndoStep): Promise<() => Promise<void>>
  noteIn(tx: Tx, step: UndoStep): Promise<void>
  /** Stores a copy of content that will be replaced, and returns its name. */
  keep(content: AsyncIterable<Uint8Array>): Promise<string>
  /** Ends the import with the commit, after which nothing is undone. Throws a 503 if it has been undone meanwhile. */
  endIn(tx: Tx): Promise<void>
  /** Ends an import that has no transaction. */
  end(): Promise<void>
}

/** Removes the note if a request is rejected: nothing was created then, and what exists belongs to another caller. */
export async function forgetIfRejected<T>(work: Promise<T>, forget: () => Promise<void>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Problem && error.status < 500) await forget()
    throw error
  }
}

export interface ImportJournals {
  /** Runs an import on behalf of a caller. If it throws, the noted steps are undone, at once or as soon as possible. */
  during<T>(caller: Caller, work: (journal: ImportJournal) => Promise<T>): Promise<T>
  /** Starts undoing imports of processes that died, here and on other nodes. */
  start(): void
  /** Immediately undoes pending imports. */
  look(): Promise<void>
  close(): Promise<void>
}

interface JournalParts extends Pick<Parts, 'store' | 'clock'> {
  readonly config: Pick<Config, 'dataFolder' | 'publicUrl' | 'port'>
  /** Sends requests as the instance itself, without running scripts. */
  readonly call: Forward
  readonly log: Log
}

const lookEvery = 30_000

/** Makes imports all or nothing, even if the process dies (docs/wire/packages.md). */
export function createImportJournals({ store, clock, config, call, log }: JournalParts): ImportJournals {
  const kept = createJournalStore(store, clock)
  const alive = new Set<string>()
  const reports = new Set<string>()
  let looking: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null
  let closing = false
  const folderOf = (id: string) => join(config.dataFolder, 'imports', id)
  const request: ApiRequest = {
    verb: 'GET',
    service: '',
    resource: '',
    params: {},
    payload: undefined,
    payloadFormat: 'none',
    headers: {},
    caller: instanceCaller('import'),
    sentToken: null,
    requestor: 'API',
    origin: config.publicUrl ?? `http://127.0.0.1:${config.port}`,
    address: '',
  }

  /** Renews the lease while the work runs. */
  async function holding<T>(id: string, work: () => Promise<T>): Promise<T> {
    alive.add(id)
    // A failed renewal is followed by another. An import whose lease was lost fails at its next step.
    const signs = setInterval(() => void kept.renewLease(id).catch(() => undefined), lease / 4)
    signs.unref()
    try {
      return await work()
    } finally {
      clearInterval(signs)
      alive.delete(id)
    }
  }

  async function forgetFiles(id: string): Promise<void> {
    await rm(folderOf(id), { recursive: true, force: true })
  }

  async function takeBack(id: string, caller: Caller): Promise<void> {
    const instanceRequest: ApiRequest = { ...request, caller: { ...caller, sysadmin: true } }
    const undoing = { call, request: instanceRequest, kept: (copy: string) => join(folderOf(id), copy) }
    const failures: unknown[] = []
    for (const { id: number, step } of await kept.steps(id)) {
      if (closing) return
      try {
        await undo(step, undoing)
        await kept.drop(number)
      } catch (error) {
        // The copy may be on the disk of another node. No other step depends on it.
        if (step.kind !== 'content') throw error
        failures.push(error)
      }
    }
    if (failures.length > 0) throw failures[0]
    await kept.end(id)
    await forgetFiles(id)
  }

  /** Steps that cannot be undone now are retried later, and logged once. */
  async function takeBackOrTell(id: string, caller: Caller): Promise<void> {
    try {
      await takeBack(id, caller)
    } catch (error) {
      await kept.release(id).catch(() => undefined)
      const why = messageOf(error)
      if (reports.has(`${id} ${why}`)) return
      reports.add(`${id} ${why}`)
      log(`Rolling back an import will be retried later: ${why}`)
    }
  }

  async function lookOnce(): Promise<void> {
    for (const held of await kept.dead(alive)) {
      if (closing) return
      if (await kept.claim(held)) await holding(held.id, () => takeBackOrTell(held.id, request.caller))
    }
  }

  function look(): Promise<void> {
    looking = looking.then(lookOnce).catch((error: unknown) => {
      log(`Checking for unfinished imports failed: ${messageOf(error)}`)
    })
    return looking
  }

  async function sweep(): Promise<void> {
    try {
      await sweepFolders(config.dataFolder, await kept.all(), clock())
    } catch (error) {
      log(`Cleaning up after imports failed: ${messageOf(error)}`)
    }
  }

  function journalOf(id: string): ImportJournal {
    let copies = 0
    return {
      async note(step) {
        const number = await kept.add(id, step)
        return () => kept.drop(number)
      },
      noteIn: (tx, step) => kept.addIn(tx, id, step),
      async keep(content) {
        copies += 1
        await mkdir(folderOf(id), { recursive: true, mode: 0o700 })
        const file = createWriteStream(join(folderOf(id), String(copies)), { flags: 'wx', mode: 0o600, flush: true })
        await pipeline(content, file)
        return String(copies)
      },
      endIn: (tx) => kept.endIn(tx, id),
      end: () => kept.end(id),
    }
  }

  return {
    async during(caller, work) {
      const id = await kept.begin()
      return holding(id, async () => {
        try {
          const done = await work(journalOf(id))
          await forgetFiles(id)
          return done
        } catch (error) {
          if (await kept.renewLease(id).catch(() => false)) await takeBackOrTell(id, caller)
          throw error
        }
      })
    },
    start() {
      looking = sweep()
      void look()
      timer = setInterval(() => void look(), lookEvery)
      timer.unref()
    },
    look,
    async close() {
      closing = true
      if (timer !== null) clearInterval(timer)
      await looking
    },
  }
}

/** Milliseconds after which extracted files can no longer be in use. */
const draftsLive = 24 * 3_600_000

/** Removes files of processes that died: copies of unknown imports, and old temporary folders. */
async function sweepFolders(dataFolder: string, imports: ReadonlySet<string>, now: number): Promise<void> {
  for (const place of await placesIn(dataFolder, 'imports')) {
    if (!imports.has(place.name)) await remove(place.path)
  }
  for (const { path } of await placesIn(dataFolder, 'drafts')) {
    const { mtimeMs } = await stat(path)
    if (now - mtimeMs > draftsLive) await remove(path)
  }
}

async function placesIn(dataFolder: string, name: string) {
  const folder = join(dataFolder, name)
  const names = await readdir(folder).catch(() => [])
  return names.map((each) => ({ name: each, path: join(folder, each) }))
}

const remove = (path: string) => rm(path, { recursive: true, force: true })
