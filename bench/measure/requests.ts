import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiPrefix } from '@millwright/contract/headers'
import { addAdmins, recordsOf, signIn } from '../../e2e/harness/api.ts'
import { firstAdmin, startInstance } from '../../e2e/harness/instance.ts'
import { copyDatabase, startFloor } from '../floor/start-floor.ts'
import { contests } from './contests.ts'
import { compareUnderLoad, type LoadPlan, type LoadResult } from './load.ts'

const administrators = 1000

/** Compares requests per second with the baseline server, both with the same rows. */
export async function measureRequests(plan: LoadPlan): Promise<readonly LoadResult[]> {
  const folder = mkdtempSync(join(tmpdir(), 'millwright-bench-'))
  try {
    await using instance = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
    const api = await signIn(instance.url, firstAdmin)
    await addAdmins(api, administrators)
    const database = join(folder, 'floor.db')
    copyDatabase(instance.database, database)
    const floor = await startFloor(folder, database)
    try {
      await mirrorEnvironment(instance.url, floor.url)
      const ids = recordsOf(await api.call('GET', 'system/admin?fields=id')).map(({ id }) => Number(id))
      const results: LoadResult[] = []
      for (const contest of contests({ floor: floor.url, ours: instance.url, token: api.token, ids })) {
        results.push(...(await compareUnderLoad(contest, plan)))
      }
      return results
    } finally {
      await floor.stop('SIGKILL')
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Makes the baseline server respond with as many bytes as the instance. */
async function mirrorEnvironment(ours: string, floor: string): Promise<void> {
  const answer = await fetch(`${ours}${apiPrefix}/system/environment`)
  const headers = { 'content-type': 'application/json' }
  await fetch(`${floor}/environment`, { method: 'PUT', headers, body: await answer.text() })
}
