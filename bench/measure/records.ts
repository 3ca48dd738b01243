import { join } from 'node:path'
import { apiPrefix, sessionTokenHeader } from '@millwright/contract/headers'
import { signIn } from '../../e2e/harness/api.ts'
import { firstAdmin, type RunningInstance, startInstance } from '../../e2e/harness/instance.ts'
import { startServer } from '../../tools/server-process.ts'
import { type Contest, compareUnderLoad, type LoadPlan, type LoadResult } from './load.ts'
import { addReader, addService } from './record-caller.ts'
import { type RecordPlace, recordPlaces } from './record-places.ts'

const recordRows = 100_000
const manyRows = 1_000_000

export interface RecordsResult {
  readonly label: string
  readonly loads: readonly LoadResult[]
  /** The same page of the table and of a table with ten times the rows. */
  readonly pages: readonly LoadResult[]
  /** Resident MB before, and the maximum during, the export of the longer table. */
  readonly exported: { readonly before: number | null; readonly most: number | null; readonly seconds: number }
}

/**
 * Compares record requests that apply a role's row filter and a filter with the baseline server on the same table, for each available
 * engine.
 */
export async function measureRecords(plan: LoadPlan): Promise<readonly RecordsResult[]> {
  const results: RecordsResult[] = []
  const many = await recordPlaces(manyRows)
  const places = await recordPlaces(recordRows)
  try {
    for (const place of places) {
      const longer = many.find(({ engine }) => engine === place.engine)
      if (longer !== undefined) results.push(await measureEngine(place, longer, plan))
    }
  } finally {
    for (const place of [...places, ...many]) await place.drop()
  }
  return results
}

async function measureEngine(place: RecordPlace, longer: RecordPlace, plan: LoadPlan): Promise<RecordsResult> {
  await using instance = await startInstance({ MILLWRIGHT_SAMPLE: '0' })
  const api = await signIn(instance.url, firstAdmin)
  const headers = await addReader(api, place)
  const admin = { [sessionTokenHeader]: api.token }
  await addService(api, longer, 'longer')
  const floor = await startServer([join(import.meta.dirname, '../floor/records.ts'), place.engine, place.address], {
    cwd: import.meta.dirname,
  })
  try {
    const loads: LoadResult[] = []
    const contests = [
      ...readContests(place, floor.url, instance.url, headers),
      ...writeContests(place, floor.url, instance.url, admin),
    ]
    for (const contest of contests) {
      loads.push(...(await compareUnderLoad(contest, plan)))
    }
    const pages: LoadResult[] = []
    for (const query of ['limit=50', 'limit=50&offset=50000']) {
      const page = (service: string) => ({ url: instance.url, path: tableOf(service, query), headers: admin })
      const contest = { name: `\`${query}\``, floor: page(place.engine), ours: page('longer') }
      pages.push(...(await compareUnderLoad(contest, { ...plan, connections: [1] })))
    }
    return { label: place.label, loads, pages, exported: await exportAll(instance, admin) }
  } finally {
    await floor.stop('SIGKILL')
  }
}

async function exportAll(
  instance: RunningInstance,
  headers: Record<string, string>,
): Promise<RecordsResult['exported']> {
  const address = `${instance.url}${tableOf('longer', 'file=all.csv')}`
  const before = instance.memory()
  const started = performance.now()
  let most = before
  const answer = await fetch(address, { headers: { ...headers, 'accept-encoding': 'identity' } })
  for await (const _ of answer.body ?? []) {
    const now = instance.memory()
    most = most === null || now === null ? null : Math.max(most, now)
  }
  return { before, most, seconds: (performance.now() - started) / 1000 }
}

const tableOf = (service: string, query: string) => `${apiPrefix}/${service}/_table/item?${query}`

function readContests(
  { engine }: RecordPlace,
  floor: string,
  ours: string,
  headers: Record<string, string>,
): readonly Contest[] {
  const table = `${apiPrefix}/${engine}/_table/item`
  return [
    {
      name: '25 with a role and a filter',
      floor: { url: floor, setupRequest: turning((n) => `/item?qty=${n % 900}`) },
      ours: { url: ours, headers, setupRequest: turning((n) => `${table}?filter=qty%3E${n % 900}&limit=25`) },
    },
    {
      name: 'one by id, with a role',
      floor: { url: floor, setupRequest: turning((n) => `/item/${2 * n + 1}`) },
      ours: { url: ours, headers, setupRequest: turning((n) => `${table}/${2 * n + 1}`) },
    },
  ]
}

/** Both servers write to one table, in turns. */
function writeContests(
  { engine }: RecordPlace,
  floor: string,
  ours: string,
  admin: Record<string, string>,
): readonly Contest[] {
  const json = { 'content-type': 'application/json' }
  const headers = { ...admin, ...json }
  const table = `${apiPrefix}/${engine}/_table/item`
  return [
    {
      name: 'insert',
      floor: { url: floor, path: '/item', method: 'POST', headers: json, setupRequest: newItems },
      ours: { url: ours, path: table, method: 'POST', headers, setupRequest: newItems },
    },
    {
      name: 'update by id',
      floor: { url: floor, method: 'PATCH', headers: json, setupRequest: changing((n) => `/item/${n}`) },
      ours: { url: ours, method: 'PATCH', headers, setupRequest: changing((n) => `${table}/${n}`) },
    },
  ]
}

let items = 10_000_000

const newItems: Contest['ours']['setupRequest'] = (request) => {
  items += 1
  const item = {
    id: items,
    name: `Thing ${items}`,
    qty: items % 1000,
    price: 12.5,
    active: true,
    made: '2026-11-20',
    note: 'New',
  }
  return { ...request, body: JSON.stringify({ resource: [item] }) }
}

function changing(path: (id: number) => string): Contest['ours']['setupRequest'] {
  let next = 0
  return (request) => {
    next += 1
    const id = 1 + ((next * 7919) % recordRows)
    return { ...request, path: path(id), body: JSON.stringify({ qty: next % 1000 }) }
  }
}

function turning(path: (n: number) => string): Contest['ours']['setupRequest'] {
  let next = 0
  return (request) => ({ ...request, path: path((next++ * 7919) % (recordRows / 2)) })
}
