import { randomUUID } from 'node:crypto'
import { mkdir, readFile, realpath, writeFile } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { messageOf } from '@millwright/connector/error-words'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import type { ReadinessCheck } from '../../../platform/readiness.ts'
import { invalidatedValue } from '../../../store/changes.ts'
import type { Db, Store } from '../../../store/store.ts'
import { ignoreUnavailable } from '../../../store/store-problems.ts'
import { parseConfig } from '../../ground/service-config/stored-config.ts'
import { codeOf } from './local/local-storage.ts'

/** The file in a folder whose content tells it from a folder of the same name on another machine. */
const markFile = '.millwright-folder'

/** Milliseconds between two looks. */
const period = 3_000
/** Looks without a sign of nodes with another folder after which they count as gone. */
const goneAfter = 10

interface Watched {
  readonly store: Pick<Store, 'db' | 'changes'>
  readonly kinds: Pick<ServiceKinds, 'of'>
  readonly dataFolder: string
}

/** Whether the nodes of an instance share the folders in which its services store files (docs/operate/nodes.md#files). */
export interface SharedFolders {
  /** A node with folders of its own is ready: most requests need no files. */
  readonly check: ReadinessCheck
  /** Compares the folders with those of other nodes, which takes two looks to find out. Never rejects while the store is away. */
  look(): Promise<void>
  /** Looks regularly, until the returned function is called. */
  start(failed: (error: unknown) => void): () => void
}

/**
 * The store names one folder, with a text that the nodes who have it change again and again. Nodes that have another one see that, and if
 * the changes end, they put theirs in its place: a folder may move with the only node.
 */
export function watchSharedFolders({ store, kinds, dataFolder }: Watched): SharedFolders {
  const used = invalidatedValue(store.changes, ['service'], () => foldersInUse(store.db, kinds, dataFolder))
  const last = new Map<string, Sight>()
  let reason: string | null = null

  async function isElsewhere(folder: string): Promise<boolean> {
    const own = await markOf(join(dataFolder, folder))
    const stored = await storedMark(store.db, folder)
    const sight = nextSight(last.get(folder), stored, own)
    if (sight.isOurTurn) sight.stored = await announce(store.db, folder, own, stored)
    last.set(folder, sight)
    return sight.isElsewhere
  }

  async function look(): Promise<void> {
    try {
      const reasons: string[] = []
      for (const folder of (await used()).keys()) {
        try {
          if (await isElsewhere(folder)) reasons.push(notShared(folder))
        } catch (error) {
          if (codeOf(error) === undefined) throw error
          reasons.push(`The folder '${folder}' of this node cannot be used: ${messageOf(error)}.`)
        }
      }
      reason = reasons.length === 0 ? null : reasons.join(' ')
    } catch (error) {
      ignoreUnavailable(error)
    }
  }

  return {
    check: { name: 'files', needed: false, check: () => reason },
    look,
    start(failed) {
      let looking = false
      let stopped = false
      const lookOnce = () => {
        // A file server that does not answer holds a look up.
        if (looking) return
        looking = true
        look()
          .catch((error: unknown) => {
            if (!stopped) failed(error)
          })
          .finally(() => {
            looking = false
          })
      }
      lookOnce()
      const timer = setInterval(lookOnce, period).unref()
      return () => {
        stopped = true
        clearInterval(timer)
      }
    },
  }
}

/** What a node knows of a folder after a look. */
interface Sight {
  stored: string | null
  /** How many looks found the same. */
  readonly same: number
  /** Nodes that are running have another folder. */
  readonly isElsewhere: boolean
  /** This node should announce its folder. */
  readonly isOurTurn: boolean
}

function nextSight(before: Sight | undefined, stored: string | null, own: string): Sight {
  const isSame = before?.stored === stored
  const same = isSame ? before.same + 1 : 0
  if (stored === null || isOf(stored, own)) {
    return { stored, same, isElsewhere: false, isOurTurn: stored === null || isSame }
  }
  const isGone = same >= goneAfter
  const isAlive = before !== undefined && !isGone && (before.isElsewhere || !isSame)
  return { stored, same, isElsewhere: isAlive, isOurTurn: isGone }
}

const isOf = (stored: string, own: string): boolean => stored.startsWith(`${own} `)
const settingOf = (folder: string): string => `folder:${folder}`

const notShared = (folder: string): string =>
  `The folder '${folder}' in the data folder of this node is not the one that other nodes use: what services store in it differs between them.`

/** Of several nodes that announce their folder at once, one wins. Returns what is stored then, as far as this node knows. */
async function announce(db: Db, folder: string, own: string, stored: string | null): Promise<string> {
  const value = `${own} ${randomUUID()}`
  const name = settingOf(folder)
  if (stored === null) {
    await db
      .insertInto('setting')
      .values({ name, value })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  } else {
    await db.updateTable('setting').set({ value }).where('name', '=', name).where('value', '=', stored).execute()
  }
  return value
}

async function storedMark(db: Db, folder: string): Promise<string | null> {
  const name = settingOf(folder)
  const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  return row?.value ?? null
}

/** Returns the mark of a folder, which gets one if it has none. */
async function markOf(folder: string): Promise<string> {
  const file = join(folder, markFile)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(file, randomUUID(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
  return readFile(file, 'utf8')
}

/** The folders in the data folder in which active services store files or databases, with the names of these services. */
async function foldersInUse(db: Db, kinds: Watched['kinds'], dataFolder: string): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('service')
    .select(['name', 'type', 'config'])
    .where('is_active', '=', 1)
    .where('config', 'is not', null)
    .orderBy('name')
    .execute()
  const root = resolve(dataFolder)
  // Paths of databases are those behind links.
  const real = await realpath(root).catch(() => root)
  const folders = new Map<string, string[]>()
  for (const { name, type, config } of rows) {
    const path = kinds.of(type)?.localPath?.(parseConfig(config ?? '{}'), dataFolder) ?? null
    const top = path === null ? null : (folderIn(root, path) ?? folderIn(real, path))
    if (top !== null) folders.set(top, [...(folders.get(top) ?? []), name])
  }
  return folders
}

function folderIn(dataFolder: string, path: string): string | null {
  const [top = '', ...rest] = relative(dataFolder, path).split(sep)
  return rest.length > 0 && top !== '..' ? top : null
}

/**
 * For an operator, whether a node runs or not: compares the folders with those that nodes announced last, and changes nothing.
 * @returns a sentence about those that differ, or `null`
 */
export async function unsharedFolders({ store: { db }, kinds, dataFolder }: Watched): Promise<string | null> {
  const reasons: string[] = []
  for (const [folder, services] of await foldersInUse(db, kinds, dataFolder)) {
    const stored = await storedMark(db, folder)
    const own = await readFile(join(dataFolder, folder, markFile), 'utf8').catch(() => null)
    if (stored === null || (own !== null && isOf(stored, own))) continue
    const names = services.map((name) => `'${name}'`).join(', ')
    reasons.push(
      `The folder '${folder}' in ${dataFolder} is not the one that nodes used last: what these services store would differ between nodes: ${names}.`,
    )
  }
  return reasons.length === 0 ? null : reasons.join(' ')
}
