import { apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import { signIn } from '../../e2e/harness/api.ts'
import { firstAdmin, startInstance } from '../../e2e/harness/instance.ts'
import { type Asked, compareUnderLoad, type LoadPlan, type LoadResult } from './load.ts'
import { addReader } from './record-caller.ts'
import { sqlitePlace } from './record-places.ts'
import { hasWrk, runWrk } from './wrk.ts'

const rows = 100_000

/** Compares one process (`floor`) with one per processor (`ours`), on SQLite. `null`: without wrk, which this needs. */
export async function measureWorkers(plan: LoadPlan): Promise<readonly LoadResult[] | null> {
  if (!(await hasWrk())) return null
  await using one = await openServer('1')
  await using several = await openServer('auto')
  const results: LoadResult[] = []
  for (const [at, floor] of one.asked.entries()) {
    const ours = several.asked[at]
    if (ours !== undefined) results.push(...(await compareUnderLoad({ ...floor, floor, ours }, plan, runWrk)))
  }
  return results
}

/** An instance with a table of its own, and what it is asked. */
async function openServer(workers: string) {
  const place = await sqlitePlace(rows)
  const instance = await startInstance({ MILLWRIGHT_SAMPLE: '0', MILLWRIGHT_WORKERS: workers })
  const api = await signIn(instance.url, firstAdmin)
  const reader = await addReader(api, place)
  const json = { 'content-type': 'application/json', [sessionTokenHeader]: api.token }
  const { url } = instance
  const path = `${apiPrefix}/${place.engine}/_table/item`
  const numbered = Array.from({ length: 1000 }, (_, n) => (n * 7919) % (rows / 2))
  const asked: readonly (Asked & { readonly name: string })[] = [
    {
      name: '25 with a role and a filter',
      url,
      headers: reader,
      variants: numbered.map((n) => ({ path: `${path}?filter=qty%3E${n % 900}&limit=25` })),
    },
    {
      name: 'one by id, with a role',
      url,
      headers: reader,
      variants: numbered.map((n) => ({ path: `${path}/${2 * n + 1}` })),
    },
    {
      name: 'insert',
      url,
      headers: json,
      method: 'POST',
      variants: numbered.map((n) => ({ path, body: JSON.stringify({ resource: [newItem(n)] }) })),
    },
    {
      name: 'update by id',
      url,
      headers: json,
      method: 'PATCH',
      variants: numbered.map((n) => ({ path: `${path}/${n + 1}`, body: JSON.stringify({ qty: n % 1000 }) })),
    },
  ]
  return {
    asked,
    async [Symbol.asyncDispose]() {
      await instance[Symbol.asyncDispose]()
      await place.drop()
    },
  }
}

const newItem = (n: number) => ({ name: `Thing ${n}`, qty: n % 1000, price: 12.5, active: true, note: 'New' })
