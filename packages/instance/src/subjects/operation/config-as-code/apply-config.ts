import { isDeepStrictEqual } from 'node:util'
import { Problem } from '@millwright/contract/problem'
import type { ConfigProblem } from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Parts } from '../../../gateway/parts.ts'
import { paced, Yielder } from '../../../platform/yielder.ts'
import { etagOf, Stale } from '../../../records/system/etag.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'
import type { WriteLog } from '../../../records/system/write-log.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import type { OutsideCalls } from '../../ground/system/outside-records.ts'
import type { KeptSettings } from '../../ground/system/resource.ts'
import { createWriter, type Writer } from '../../ground/system/writer.ts'
import { readTargets, type Targets, withRowsThere } from '../packages/import-system.ts'
import { type Dangling, type KnownRows, resolveRecord } from '../packages/named-record.ts'
import { type PackagedTypes, referredAs, referredTypes } from '../packages/packaged-types.ts'
import { type ConfigState, fingerprinted, readStoredRecords } from './config-state.ts'
import type { ConfigType } from './config-types.ts'
import { forgetManaged, keepManaged, takeGeneration } from './managed-records.ts'
import { type PlannedChange, type PlannedConfig, type PlanOptions, refusal } from './plan-config.ts'
import { withOutside, writeOutside } from './tables/outside-state.ts'

interface Applying {
  readonly parts: Parts
  readonly known: KnownRows
  readonly types: PackagedTypes
  readonly calls: OutsideCalls
  readonly state: ConfigState
  readonly options: PlanOptions
  /** When the state was read. */
  readonly generation: string
}

const busy = () =>
  new Problem(409, 'The configuration was changed by another apply in the meantime. Plan again.', { reason: 'stale' })

/** Sentences about what became of the rest. */
const went = ['Everything else is applied.', 'Apply again to go on.']

/** Ends a transaction of which nothing is to stay. */
class Undone extends Error {}

/** Makes all planned changes in a transaction of which nothing stays. Throws what an apply would throw before it. */
export async function tryConfig({ changes }: PlannedConfig, { known, calls, ...applying }: Applying): Promise<void> {
  const parts = { ...applying.parts, changeRule: null }
  const writers = writersOf(changes, parts)
  const [lead] = writers.values()
  await lead
    ?.commitTogether(async (tx, log) => {
      const targets = await readTargets(known, new Set(referredTypes))
      await writeAll(changes, { tx, log, request: calls.request, targets, writers, parts })
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
}

/** Makes all planned changes in one transaction, or none. Throws what writing a record would throw, with its name. */
export async function applyConfig({ changes, settled }: PlannedConfig, applying: Applying): Promise<void> {
  if (changes.length + settled.length === 0) return
  const { known, state, options, generation, types, calls } = applying
  const { request } = calls
  const { owner, prune } = options
  // What is managed is changed by its folder.
  const parts = { ...applying.parts, changeRule: null }
  const writers = writersOf([...changes, ...settled], parts)
  const [lead] = writers.values()
  if (lead === undefined) return
  await lead.commitTogether(async (tx, log) => {
    if (!(await takeGeneration(tx, generation))) throw busy()
    const targets = await readTargets(known, new Set(referredTypes))
    const step: Step = { tx, log, request, targets, writers, parts }
    await writeAll(changes, step)
    await keepAll(tx)
    if (request.isGivenUp?.()) throw new Problem(400, 'The apply was aborted.')
  })
  await applyOutside()

  /** Notes what was sent and what is stored now, by which later plans know what has changed since. */
  async function keepAll(tx: Tx): Promise<void> {
    const touched = new Set(changes.filter(({ row }) => row !== null).map(({ type }) => type))
    const after = await readStoredRecords([...touched], { parts, types, tx })
    for await (const { type, name, file, sent, stored } of paced(settled)) {
      const now = stored === null ? {} : fingerprinted(type, stored.row, state.fingerprint)
      await keepManaged(tx, { type: type.name, name, owner, file, sent, stored: now })
    }
    for await (const { type, name, file, row, sent, action, stored: before } of paced(changes)) {
      const { outside } = type.type
      // Until it is written, nothing was sent, so that the next apply goes on with it.
      if (outside !== null && action !== 'release') {
        const now = before === null ? {} : fingerprinted(type, before.row, state.fingerprint)
        const last = { sent: action === 'adopt' ? sent : {}, stored: now }
        if (row !== null) await keepManaged(tx, { type: type.name, name, owner, file, ...last })
        continue
      }
      const stored = after.get(type.name)?.get(name)
      if (row === null || stored === undefined) await forgetManaged(tx, type.name, name)
      else {
        const now = fingerprinted(type, stored.row, state.fingerprint)
        await keepManaged(tx, { type: type.name, name, owner, file, sent, stored: now })
      }
    }
  }

  /** What is outside of the store comes last. Throws which changes failed; the others are made. */
  async function applyOutside(): Promise<void> {
    const own = changes.filter(({ type }) => type.type.outside !== null)
    if (own.length === 0) return
    const failed = await writeOutside(own, prune, { ...calls, services: await known.names('service') })
    const done = own.filter((change) => !failed.has(change))
    const named = done.map(({ type, name }) => ({ type: type.name, name }))
    const { records } = await withOutside(state, named, { ...calls, services: await known.names('service') })
    await lead?.commitTogether(async (tx) => {
      for (const { type, name, file, row, sent } of done) {
        const stored = records.get(type.name)?.get(name)
        if (row === null || stored === undefined) await forgetManaged(tx, type.name, name)
        else {
          const now = fingerprinted(type, stored.row, state.fingerprint)
          await keepManaged(tx, { type: type.name, name, owner, file, sent, stored: now })
        }
      }
    })
    if (failed.size === 0) return
    const problems = [...failed].map(([{ type, name }, { message }]) => {
      return { type: type.name, name, message: [message, ...went].join(' ') }
    })
    throw refusal(409, problems)
  }
}

function writersOf(changes: readonly PlannedChange[], parts: Parts): ReadonlyMap<ConfigType, Writer> {
  const types = new Set(changes.map(({ type }) => type))
  return new Map([...types].map((type) => [type, createWriter(type.type.declaration, parts)]))
}

interface Step {
  readonly tx: Tx
  readonly log: WriteLog
  readonly request: ApiRequest
  readonly targets: Targets
  readonly writers: ReadonlyMap<ConfigType, Writer>
  readonly parts: Parts
}

const logAtOnce = 200

async function writeAll(changes: readonly PlannedChange[], step: Step): Promise<void> {
  const yielder = new Yielder()
  const open: PlannedChange[] = []
  for (const [at, change] of changes.entries()) {
    // What a record names can come after it, in a circle.
    if ((await writeChange(change, step, false)).length > 0) open.push(change)
    await yielder.step()
    if (at % logAtOnce === logAtOnce - 1) await step.log.auditLog.write(step.tx, step.parts)
  }
  for (const change of open) {
    const [missing] = await writeChange(change, step, true)
    if (missing !== undefined) throw refusal(409, [danglingProblem(change, missing)])
  }
}

function danglingProblem(
  { type, name }: Pick<PlannedChange, 'type' | 'name'>,
  { type: to, value }: Dangling,
): ConfigProblem {
  return { type: type.name, name, message: `There is no ${to} '${value}'.` }
}

/** Returns the references that could not be resolved yet. */
async function writeChange(change: PlannedChange, step: Step, again: boolean): Promise<readonly Dangling[]> {
  const { action, type, name, row, stored } = change
  const writer = step.writers.get(type)
  if (type.type.outside !== null || writer === undefined || action === 'adopt' || action === 'release') return []
  const { tx, log } = step
  const request = requestFor(step.request, type)
  const { kept } = type.type
  try {
    if (kept !== null) {
      await writeKept(kept, change, { ...step, request })
      return []
    }
    if (row === null) {
      if (stored !== null) await writer.remove(stored.key, { tx, log, request, ifMatch: tagOf(change) })
      return []
    }
    const { record, dangling } = resolveRecord(type.type, row, (to, value) => step.targets.get(to)?.get(String(value)))
    const key = stored?.key ?? (again ? (step.targets.get(referredAs(type.type) ?? 'user')?.get(name) ?? null) : null)
    if (key === null) {
      const { id } = await writer.create(await writer.prepare(withoutUnsent(record), true, request), {
        tx,
        log,
        request,
      })
      const to = referredAs(type.type)
      if (to !== null) step.targets.get(to)?.set(name, Number(id))
    } else {
      const sent = await withRowsThere(type.type, changedMembers(change, record), key, tx, true)
      const ifMatch = again ? undefined : tagOf(change)
      await writer.update(key, await writer.prepare(sent, false, request), { tx, log, request, ifMatch })
    }
    return dangling
  } catch (error) {
    if (error instanceof Stale) throw busy()
    if (error instanceof Problem && error.status < 500) throw refusal(error.status, changeProblems(change, error))
    throw error
  }
}

/** Everything that it names is there already. Throws if it was changed since the plan. */
async function writeKept(
  kept: KeptSettings,
  { type, name, row, stored }: PlannedChange,
  { tx, log, request, targets, parts }: Step,
): Promise<void> {
  const [now] = await kept.read((sql, values) => tx.all(sql, ...values), name)
  if (!isDeepStrictEqual(now ?? null, stored?.row ?? null)) throw busy()
  if (row === null) return kept.write(name, null, { tx, log, request, parts })
  const { record, dangling } = resolveRecord(type.type, row, (to, value) => targets.get(to)?.get(String(value)))
  const [missing] = dangling
  if (missing !== undefined) throw refusal(409, [danglingProblem({ type, name }, missing)])
  await createWriter(type.type.declaration, parts).prepare(record, true, request)
  await kept.write(name, record, { tx, log, request, parts })
}

function tagOf({ stored }: PlannedChange): string | undefined {
  return stored === null || stored.revision === null ? undefined : etagOf(stored.key, stored.revision)
}

const requestFor = (request: ApiRequest, { name }: ConfigType): ApiRequest => ({
  ...request,
  appliesConfig: true,
  params: {},
  payload: undefined,
  payloadFormat: 'json',
  resource: `system/${name}`,
})

/** The columns, settings and rows that differ. Others may hold what the instance stores in another form than it was sent. */
export function changedMembers({ type, differences }: Pick<PlannedChange, 'type' | 'differences'>, record: Row): Row {
  const fields = new Set(differences.map(({ field }) => field.split('.')[0]))
  const settings = new Set(differences.flatMap(({ field }) => (field.startsWith('config.') ? field.slice(7) : [])))
  const changed: Row = {}
  for (const { name, column } of type.members) {
    if (!fields.has(name)) continue
    const value = record[column.name]
    changed[column.name] = column.merges && isRecord(value) ? onlyMembers(value, settings) : value
  }
  for (const { part } of type.rows) {
    if (fields.has(part.as)) changed[part.relation] = record[part.relation] ?? (part.single ? null : [])
  }
  return withoutUnsent(changed)
}

const onlyMembers = (value: Row, names: ReadonlySet<string>): Row =>
  Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)))

const withoutUnsent = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, value]) => value !== undefined))

/** The faults in a refusal of a record, by the members of its file. */
export function changeProblems(
  { type, name }: Pick<PlannedChange, 'type' | 'name'>,
  { context, message }: Problem,
): ConfigProblem[] {
  const found = Object.entries(isRecord(context) ? context : {}).flatMap(([column, messages]): ConfigProblem[] => {
    const member = type.members.find((each) => each.column.name === column)
    const field = member?.name ?? (type.name === 'service' ? `config.${column}` : column)
    const texts = Array.isArray(messages) ? messages.filter((each) => typeof each === 'string') : []
    return texts.map((text) => ({ type: type.name, name, field, message: text }))
  })
  return found.length > 0 ? found : [{ type: type.name, name, message }]
}
