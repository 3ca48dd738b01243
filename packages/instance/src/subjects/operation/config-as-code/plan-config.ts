import { isDeepStrictEqual } from 'node:util'
import { Problem } from '@millwright/contract/problem'
import type {
  ConfigAction,
  ConfigDifference,
  ConfigProblem,
  ConfigValues,
  SentConfigRecord,
} from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import { hasTables } from '../../../gateway/service-kind.ts'
import { paced } from '../../../platform/yielder.ts'
import type { Row } from '../../../records/system/sql-runner.ts'
import { placeOf } from '../../ground/system/outside-records.ts'
import { resolveRecord } from '../packages/named-record.ts'
import { type Fingerprint, hideSecrets, withKeptSecrets } from './config-secrets.ts'
import { type ConfigState, fingerprinted } from './config-state.ts'
import type { ConfigType } from './config-types.ts'
import { configDifferences, managedId } from './managed-records.ts'
import { rowOfSent, withoutPlaceholders } from './sent-form.ts'
import type { StoredRecord } from './stored-records.ts'

export interface PlanOptions {
  readonly owner: string
  readonly adopt: boolean
  readonly prune: boolean
  readonly allowDestroy: boolean
  /** Whether placeholders stand for any value. */
  readonly ignoresPlaceholders: boolean
}

/** What is to happen to one record. */
export interface PlannedChange {
  readonly action: ConfigAction
  readonly type: ConfigType
  readonly name: string
  readonly file: string | null
  readonly differences: readonly ConfigDifference[]
  /** As sent, by column, with the secrets that are kept within its values; `null` for deletions. */
  readonly row: Row | null
  /** The form of `row` in files, with fingerprints, as it was sent. */
  readonly sent: ConfigValues
  /** `null` for a new record. */
  readonly stored: StoredRecord | null
  /** For new records: the deleted one with the same values, as if it was renamed. */
  readonly sameAs?: string
}

export interface PlannedConfig {
  /** In the order in which they can be made: what others name before them, deletions last. */
  readonly changes: readonly PlannedChange[]
  /** Managed records that are as they were sent, but not as the last apply left them: someone made the same change by hand. */
  readonly settled: readonly PlannedChange[]
  /** Number of records that stay as they are. */
  readonly unchanged: number
  /** Names this plan, and no other. */
  readonly plan: string
}

/**
 * Plans what sent records change. Throws a 400 with all faults of the records, or a 409 if some exist and do not belong to the owner, or may not
 * be deleted.
 */
export async function planConfig(
  state: ConfigState,
  sent: readonly SentConfigRecord[],
  options: PlanOptions,
): Promise<PlannedConfig> {
  const { fingerprint } = state
  const faults: ConfigProblem[] = []
  const conflicts: ConfigProblem[] = []
  const known = knownRecords(state, sent, faults)
  const gone = options.prune ? prunedRecords(state, options, new Set(known.keys())) : []
  conflicts.push(...(options.allowDestroy ? [] : gone.flatMap(destruction)))
  const origins = originsIn(gone, fingerprint)
  const changes: PlannedChange[] = []
  const settled: PlannedChange[] = []
  for await (const { type, record } of paced(known.values())) {
    const change = planRecord(type, record)
    if (change === null) continue
    const canBeMoved = change.action === 'create' && origins.size > 0
    const sameAs = canBeMoved ? origins.get(valuesId(type, change.sent, fingerprint)) : undefined
    changes.push(sameAs === undefined ? change : { ...change, sameAs })
  }
  const away = new Set(gone.map(({ type, name }) => managedId(type.name, name)))
  for await (const change of paced(changes)) faults.push(...danglingIn(change))
  if (faults.length > 0) throw refusal(400, faults)
  if (conflicts.length > 0) throw refusal(409, conflicts)
  const all = [...inOrder(changes, state), ...inOrder(gone, state).toReversed()]
  let plan = fingerprint(options)
  for await (const { action, type, name, sent: to, stored } of paced(all)) {
    const before = stored === null ? null : fingerprinted(type, stored.row, fingerprint)
    plan = fingerprint([plan, action, type.name, name, to, before])
  }
  return { changes: all, settled, unchanged: known.size - changes.length, plan }

  function planRecord(type: ConfigType, record: SentConfigRecord): PlannedChange | null {
    const { name, file = null } = record
    const stored = state.records.get(type.name)?.get(name) ?? null
    const before = stored === null ? {} : fingerprinted(type, stored.row, fingerprint)
    const values = options.ignoresPlaceholders ? withoutPlaceholders(record.values, before) : record.values
    const row = rowOfSent(type, { name, values }, faults)
    const to = fingerprinted(type, row, fingerprint)
    if (stored === null) {
      const differences = configDifferences({}, to, null)
      return { action: 'create', type, name, file, differences, row, sent: to, stored }
    }
    const managed = state.managed.get(managedId(type.name, name)) ?? null
    const conflict = conflictOf(name, managed?.owner ?? null, options)
    if (conflict !== null) conflicts.push({ type: type.name, name, message: conflict })
    const own = outsideOf(type, before, to)
    if (!options.allowDestroy) conflicts.push(...own.lost.map((each) => ({ type: type.name, name, ...each })))
    const differences = configDifferences(own.before, kept(to, before, before), managed, partsOf(type))
    const hidden = hideSecrets(type, stored.row, (secret) => ({ $secret: fingerprint(secret) }))
    const change = { type, name, file, differences, row: kept(row, hidden, stored.row), sent: own.left, stored }
    if (differences.length > 0) return { action: 'change', ...change }
    if (managed === null) return { action: 'adopt', ...change }
    const left = { file: managed.file, sent: managed.sent, stored: managed.stored }
    if (!isDeepStrictEqual(left, { file, sent: own.left, stored: before })) settled.push({ action: 'adopt', ...change })
    return null
  }

  /**
   * What is compared of a record outside of the store, what it is left as, and what of it would be lost: what its folder does not have, unless
   * that is kept.
   */
  function outsideOf({ type }: ConfigType, before: ConfigValues, to: ConfigValues) {
    if (type.outside === null) return { before, left: to, lost: [] }
    const gone = type.outside.parts.flatMap((part) => {
      const after = members(to[part])
      return Object.keys(members(before[part])).flatMap((name) => (Object.hasOwn(after, name) ? [] : [{ part, name }]))
    })
    if (options.prune) {
      const lost = gone.filter(({ part }) => part === 'fields')
      return { before, left: to, lost: lost.map(({ name }) => ({ field: 'fields', message: losing(name) })) }
    }
    const parts = type.outside.parts.map((part) => [part, besides(before[part], to[part])] as const)
    const compared = parts.map(([part, { own }]) => [part, own])
    const left = parts.map(([part, { all }]) => [part, all])
    return {
      before: { ...before, ...Object.fromEntries(compared) },
      left: { ...to, ...Object.fromEntries(left) },
      lost: [],
    }
  }

  /** Sentences about names of records that are neither here nor sent. */
  function danglingIn({ type, name, row }: PlannedChange): ConfigProblem[] {
    if (row === null) return []
    const isOfService = 'folder' in type.files && type.files.deep === true
    const service = isOfService ? (placeOf(name)?.service ?? '') : null
    const place = managedId('service', service ?? '')
    if (service !== null && !known.has(place) && (away.has(place) || !state.records.get('service')?.has(service)))
      return [{ type: type.name, name, message: `There is no service '${service}' for '${name}'.` }]
    if (service !== null) {
      const row = known.get(place)?.record.values ?? state.records.get('service')?.get(service)?.row
      const kind = type.kinds.of(String(row?.type))
      // Its paths are others: writing there would make a folder, for instance.
      if (!hasTables(kind?.group))
        return [{ type: type.name, name, message: `The service '${service}' has no tables.` }]
    }
    const { dangling } = resolveRecord(type.type, row, (to, value) => {
      const id = managedId(to, String(value))
      if (to === 'user') return state.people.has(String(value)) ? 1 : undefined
      return known.has(id) || (state.records.get(to)?.has(String(value)) === true && !away.has(id)) ? 1 : undefined
    })
    return dangling.map(({ column, type: to, value }) => {
      const field = column.replace(/_id$/, '')
      return { type: type.name, name, field, message: `There is no ${to} '${value}' for '${field}'.` }
    })
  }
}

const members = (value: unknown): ConfigValues => (isRecord(value) ? value : {})
/** The members whose members are compared each for itself. */
export const partsOf = ({ type }: ConfigType) => type.outside?.parts ?? type.kept?.parts ?? ['config']

/** What of a part of a record is in its folder too, and the part with what is kept besides. */
function besides(before: unknown, sent: unknown): { readonly own: unknown; readonly all: unknown } {
  if (before === undefined || before === null) return { own: before, all: sent }
  if (Array.isArray(before)) {
    if (!Array.isArray(sent)) return { own: sent, all: before }
    const isSent = (each: unknown) => sent.some((other) => isDeepStrictEqual(each, other))
    return { own: before.filter(isSent), all: [...sent, ...before.filter((each) => !isSent(each))] }
  }
  const own = Object.entries(members(before)).filter(([name]) => Object.hasOwn(members(sent), name))
  return { own: Object.fromEntries(own), all: { ...members(before), ...members(sent) } }
}

const losing = (name: string) =>
  `The field '${name}' is not in the folder, and would be dropped with its values. Allow it with allow_destroy, or keep it without prune.`

/** The names of deleted records by their values, of which a new record with the same may be a new name. */
function originsIn(gone: readonly PlannedChange[], fingerprint: Fingerprint): ReadonlyMap<string, string> {
  const deleted = gone.flatMap(({ action, type, name, stored }) => {
    if (action !== 'delete' || stored === null) return []
    return [[valuesId(type, fingerprinted(type, stored.row, fingerprint), fingerprint), name] as const]
  })
  return new Map(deleted)
}

const valuesId = ({ name }: ConfigType, values: ConfigValues, fingerprint: Fingerprint) => fingerprint([name, values])

const kept = (sent: Readonly<Row>, stored: unknown, source: unknown) => withKeptSecrets(sent, stored, source) as Row

interface KnownRecord {
  readonly type: ConfigType
  readonly record: SentConfigRecord
}

/** The sent records of known types, by `recordId`. */
function knownRecords(
  { types }: ConfigState,
  sent: readonly SentConfigRecord[],
  faults: ConfigProblem[],
): ReadonlyMap<string, KnownRecord> {
  const known = new Map<string, KnownRecord>()
  for (const record of sent) {
    const { type: typeName, name } = record
    const type = types.get(typeName)
    const first = known.get(managedId(typeName, name))
    if (type === undefined) {
      const message = `There is no type '${typeName}'. Known are ${[...types.keys()].join(', ')}.`
      faults.push({ type: typeName, name, message })
    } else if (first !== undefined) {
      const { file } = first.record
      const message =
        file === undefined
          ? `The ${typeName} '${name}' is there twice.`
          : `The ${typeName} '${name}' is there twice, also in ${file}.`
      faults.push({ type: typeName, name, message })
    } else known.set(managedId(typeName, name), { type, record })
  }
  return known
}

function conflictOf(name: string, owner: string | null, options: PlanOptions): string | null {
  if (owner === options.owner || (owner === null && options.adopt)) return null
  if (owner !== null) return `'${name}' belongs to the owner '${owner}'.`
  return `'${name}' exists, and no folder manages it. Adopt it to take it over.`
}

/** What belongs to the owner, and was not sent. */
function prunedRecords({ managed, types, records }: ConfigState, { owner }: PlanOptions, sent: ReadonlySet<string>) {
  return [...managed.values()].flatMap((record): PlannedChange[] => {
    const { name, file } = record
    const type = types.get(record.type)
    if (type === undefined || record.owner !== owner || sent.has(managedId(record.type, name))) return []
    const stored = records.get(record.type)?.get(name) ?? null
    const isReleased = stored === null || type.type.travels.remains?.(stored.stored) === true
    return [
      { action: isReleased ? 'release' : 'delete', type, name, file, differences: [], row: null, sent: {}, stored },
    ]
  })
}

/** Whether a change takes data out of reach. */
export const destroys = ({ action, type, stored }: PlannedChange) =>
  action === 'delete' && stored !== null && type.type.travels.destroys?.(stored.stored, type.kinds) === true

function destruction(change: PlannedChange): ConfigProblem[] {
  if (!destroys(change)) return []
  const { type, name } = change
  const message =
    type.type.outside === null
      ? `Deleting the ${type.name} '${name}' takes its data out of reach. Allow it with allow_destroy.`
      : `Deleting the ${type.name} '${name}' loses its data. Allow it with allow_destroy.`
  return [{ type: type.name, name, message }]
}

function inOrder(changes: readonly PlannedChange[], { types }: ConfigState): PlannedChange[] {
  const names = [...types.keys()]
  return changes.toSorted((one, other) => names.indexOf(one.type.name) - names.indexOf(other.type.name))
}

/** A refusal with all faults in its context, and the first one in its message. */
export function refusal(status: number, problems: readonly ConfigProblem[]): Problem {
  const [first] = problems
  const more = problems.length > 1 ? ` There are ${problems.length - 1} more problems.` : ''
  const place = first === undefined ? '' : `${first.type} ${first.name}: ${first.message}`
  return new Problem(status, `${place}${more}`, { context: { problems } })
}
