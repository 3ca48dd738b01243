import { Problem } from '@millwright/contract/problem'
import { type OutsideCalls, type OutsideChange, placeOf } from '../../../ground/system/outside-records.ts'
import type { ConfigState } from '../config-state.ts'
import type { ConfigType } from '../config-types.ts'
import { type PlannedChange, refusal } from '../plan-config.ts'
import type { StoredRecord } from '../stored-records.ts'

/** A record that may be kept outside of the store. */
interface Named {
  readonly type: string
  readonly name: string
}

/** A state with those of the wanted records that are kept outside of the store. Throws if they cannot be read, naming the first of them. */
export async function withOutside(
  state: ConfigState,
  wanted: Iterable<Named>,
  calls: OutsideCalls,
): Promise<ConfigState> {
  const names = new Map<string, Set<string>>()
  for (const { type, name } of wanted) {
    if (state.types.get(type)?.type.outside != null) names.set(type, (names.get(type) ?? new Set()).add(name))
  }
  const records = new Map(state.records)
  for (const [typeName, all] of names) {
    const type = state.types.get(typeName)
    if (type !== undefined) records.set(typeName, await storedOutside(type, [...all], calls))
  }
  return { ...state, records }
}

/** Everything of a kind that is kept outside of the store in one service. Throws a 400 if there is no such service. */
export async function withAllOf(state: ConfigState, service: string, calls: OutsideCalls): Promise<ConfigState> {
  const records = new Map(state.records)
  for (const [name, { type }] of state.types) {
    if (type.outside === null) continue
    const found = await type.outside.read(service, null, calls).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error
      throw new Problem(error.status, `The tables of '${service}' cannot be read: ${error.message}`)
    })
    if (found === null) throw new Problem(400, `There is no service '${service}' with tables.`)
    records.set(name, new Map([...(records.get(name) ?? []), ...storedRecords(service, found)]))
  }
  return { ...state, records }
}

async function storedOutside({ name: type, type: { outside } }: ConfigType, names: string[], calls: OutsideCalls) {
  const stored = new Map<string, StoredRecord>()
  for (const [service, some] of byService(names)) {
    const wanted = some.map(({ within }) => within)
    const found = await outside?.read(service, wanted, calls).catch((error: unknown) => {
      throw placed(error, type, `${service}/${wanted[0]}`)
    })
    for (const [name, record] of storedRecords(service, found ?? new Map())) stored.set(name, record)
  }
  return stored
}

const storedRecords = (service: string, found: ReadonlyMap<string, StoredRecord['row']>) =>
  [...found].map(([within, row]): [string, StoredRecord] => {
    const name = `${service}/${within}`
    return [name, { key: name, revision: null, row, stored: row }]
  })

function byService(names: readonly string[]) {
  const places = names.map(placeOf).filter((place) => place !== null)
  return Map.groupBy(places, ({ service }) => service)
}

function placed(error: unknown, type: string, name: string): unknown {
  return error instanceof Problem ? refusal(error.status, [{ type, name, message: error.message }]) : error
}

/** The planned changes of what is kept outside, by type and service. */
function outsideChanges(changes: readonly PlannedChange[], prune: boolean) {
  const outside = changes.filter(
    ({ type, action }) => type.type.outside !== null && action !== 'adopt' && action !== 'release',
  )
  const groups = Map.groupBy(outside, ({ type, name }) => `${type.name} ${placeOf(name)?.service}`)
  return [...groups.values()].map((own) => {
    const sent = own.map(({ name, row }): OutsideChange => ({ name: placeOf(name)?.within ?? '', row, prune }))
    const [{ type, name } = { type: null, name: '' }] = own
    return { own, sent, type, outside: type?.type.outside ?? null, service: placeOf(name)?.service ?? '' }
  })
}

/** What the changes would lose, as sentences by change. Throws what is wrong with one of them. */
export async function outsideLosses(
  changes: readonly PlannedChange[],
  prune: boolean,
  calls: OutsideCalls,
): Promise<ReadonlyMap<PlannedChange, readonly string[]>> {
  const lost = new Map<PlannedChange, readonly string[]>()
  for (const { own, sent, type, outside, service } of outsideChanges(changes, prune)) {
    const found = await outside?.losses(service, sent, calls).catch((error: unknown) => {
      const named = own.find(
        ({ name }) => error instanceof Error && error.message.includes(`'${placeOf(name)?.within}'`),
      )
      throw placed(error, type?.name ?? '', (named ?? own[0])?.name ?? '')
    })
    for (const change of own) {
      const sentences = found?.get(placeOf(change.name)?.within ?? '') ?? []
      if (sentences.length > 0) lost.set(change, sentences)
    }
  }
  return lost
}

/** Makes the changes outside of the store. Returns why those failed that were not made. */
export async function writeOutside(
  changes: readonly PlannedChange[],
  prune: boolean,
  calls: OutsideCalls,
): Promise<ReadonlyMap<PlannedChange, Error>> {
  const failed = new Map<PlannedChange, Error>()
  for (const { own, sent, outside, service } of outsideChanges(changes, prune)) {
    const refused = await outside?.write(service, sent, calls)
    for (const change of own) {
      const error = refused?.get(placeOf(change.name)?.within ?? '')
      if (error !== undefined) failed.set(change, error)
    }
  }
  return failed
}
