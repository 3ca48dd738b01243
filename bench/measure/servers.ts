import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signIn } from '../../e2e/harness/api.ts'
import { firstAdmin, type RunningInstance, startInstance } from '../../e2e/harness/instance.ts'
import { copyDatabase, startFloor } from '../floor/start-floor.ts'
import { compareStarts, type StartResult } from './startup.ts'

export interface ServersPlan {
  readonly rounds: number
  readonly users: number
}

export interface ServersResult {
  readonly floor: StartResult
  readonly ours: StartResult
  /** The instance with `users` users, after a start. */
  readonly full: StartResult
  /** Resident MB after the lists below were requested. */
  readonly fullAfterLists: number | null
  readonly users: number
  /** Response time of each list with that many users, once warm. */
  readonly lists: readonly { readonly path: string; readonly milliseconds: number }[]
}

const batch = 1000

const lists = (users: number) => [
  'system/user?limit=100&include_count=true',
  `system/user?limit=100&offset=${users - 100}&order=email%20desc`,
  `system/user?limit=100&include_count=true&filter=${encodeURIComponent('(last_name like "%4321%") or (email like "%4321%")')}`,
]

/** Measures start-up and memory at rest of an instance with one administrator, the baseline server, and an instance with many users. */
export async function measureServers({ rounds, users }: ServersPlan): Promise<ServersResult> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-bench-'))
  await using small = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
  await using large = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
  try {
    const database = join(folder, 'floor.db')
    copyDatabase(small.database, database)
    await small.stop()
    await addUsers(large, users)
    const { times, memory } = await timeLists(large, users)
    await large.stop()
    const starts = await compareStarts(
      {
        floor: () => startFloor(folder, database),
        ours: () => small.startAgain(),
        full: () => large.startAgain(),
      },
      rounds,
    )
    return { ...starts, fullAfterLists: memory, users, lists: times }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function addUsers(instance: RunningInstance, users: number): Promise<void> {
  const api = await signIn(instance.url, firstAdmin)
  for (let start = 0; start < users; start += batch) {
    const resource = Array.from({ length: batch }, (_, index) => {
      const number = String(start + index).padStart(6, '0')
      return { email: `user${number}@example.com`, name: `User ${number}`, first_name: 'User', last_name: number }
    })
    const { status } = await api.call('POST', 'system/user', { resource })
    if (status >= 300) throw new Error(`Adding users gave ${status}`)
  }
}

async function timeLists(
  instance: RunningInstance,
  users: number,
): Promise<{ readonly times: ServersResult['lists']; readonly memory: number | null }> {
  const api = await signIn(instance.url, firstAdmin)
  const times: { path: string; milliseconds: number }[] = []
  for (const path of lists(users)) {
    await api.call('GET', path)
    const started = performance.now()
    const { status } = await api.call('GET', path)
    if (status !== 200) throw new Error(`${path} gave ${status}`)
    times.push({ path, milliseconds: performance.now() - started })
  }
  return { times, memory: instance.memory() }
}
