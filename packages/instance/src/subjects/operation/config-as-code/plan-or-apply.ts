import { Problem } from '@millwright/contract/problem'
import {
  type ConfigChange,
  type ConfigPlan,
  type ConfigProblem,
  configFormat,
  type SentConfigRecord,
} from '@millwright/contract/wire/config'
import { isRecord } from '@millwright/contract/wire/is-record'
import type { Forward } from '../../../gateway/gateway.ts'
import type { Parts } from '../../../gateway/parts.ts'
import { settings } from '../../../platform/settings/settings.ts'
import { paced } from '../../../platform/yielder.ts'
import { dialectOf } from '../../../records/system/dialect.ts'
import { transactionOf } from '../../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../../request/api-request.ts'
import { findDependents } from '../../ground/system/dependents/find-dependents.ts'
import { type OutsideCalls, placeOf } from '../../ground/system/outside-records.ts'
import { createWriter } from '../../ground/system/writer.ts'
import { createKnownRows, resolveRecord } from '../packages/named-record.ts'
import type { PackagedTypes } from '../packages/packaged-types.ts'
import { applyConfig, changedMembers, changeProblems, tryConfig } from './apply-config.ts'
import { readConfigState } from './config-state.ts'
import { readGeneration } from './managed-records.ts'
import {
  destroys,
  type PlannedChange,
  type PlannedConfig,
  type PlanOptions,
  planConfig,
  refusal,
} from './plan-config.ts'
import { outsideLosses, withOutside } from './tables/outside-state.ts'

/** What a body asks for. */
interface AskedConfig {
  readonly sent: readonly SentConfigRecord[]
  readonly options: PlanOptions
  /** The plan to which the caller agreed; `null`: any. */
  readonly plan: string | null
}

export const ownerForm = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/
const longestName = 255
const longestFile = 1000

/**
 * Reads the body of `POST system/config`. `isDrift`: placeholders stand for any value. `most`: number of records. Throws a 400 for another form.
 */
export function readConfigRequest(
  body: unknown,
  { isDrift, most }: { readonly isDrift: boolean; readonly most: number },
): AskedConfig {
  if (!isRecord(body)) throw new Problem(400, 'Send an object with format, owner and records.')
  const { format, owner, records, plan = null } = body
  if (format !== configFormat) {
    const known = `This instance reads the format ${configFormat}`
    throw new Problem(400, `${known}, not ${JSON.stringify(format ?? null).slice(0, 50)}.`)
  }
  if (typeof owner !== 'string' || !ownerForm.test(owner)) {
    throw new Problem(
      400,
      'owner must be 1 to 64 letters, digits, dots, dashes and underscores, not beginning with a dash.',
    )
  }
  if (plan !== null && typeof plan !== 'string') throw new Problem(400, 'plan must be the text of an earlier answer.')
  if (!Array.isArray(records) || records.length > most) {
    throw new Problem(400, `records must be a list of at most ${most} records (${settings.configRecords.variable}).`)
  }
  const options: PlanOptions = {
    owner,
    adopt: isDrift || isTrue(body, 'adopt', false),
    prune: isTrue(body, 'prune', true),
    allowDestroy: isDrift || isTrue(body, 'allow_destroy', false),
    ignoresPlaceholders: isDrift,
  }
  return { sent: records.map(recordOf), options, plan }
}

function isTrue(body: Readonly<Record<string, unknown>>, name: string, fallback: boolean): boolean {
  const value = body[name] ?? fallback
  if (typeof value !== 'boolean') throw new Problem(400, `${name} must be true or false.`)
  return value
}

function recordOf(sent: unknown, at: number): SentConfigRecord {
  if (!isRecord(sent)) throw new Problem(400, `records[${at}] is no object.`)
  const { type, name, values = {}, file } = sent
  if (typeof type !== 'string') throw new Problem(400, `records[${at}] has no type.`)
  if (typeof name !== 'string' || name === '' || name.length > longestName) {
    throw new Problem(400, `records[${at}] has no name of 1 to ${longestName} characters.`)
  }
  if (!isRecord(values)) throw new Problem(400, `The values of ${type} ${name} must be an object.`)
  if (file !== undefined && (typeof file !== 'string' || file.length > longestFile)) {
    throw new Problem(400, `The file of ${type} ${name} must be a text of at most ${longestFile} characters.`)
  }
  return { type, name, values, ...(file !== undefined && { file }) }
}

/** Most deletions of a plan for which dependents and use are looked up, which takes a few milliseconds for each. */
const mostExamined = 500
const recentDays = 30
/** Most changes of a plan that are tried in a transaction, which takes a few milliseconds for each. */
const mostTried = 1000

/** Plans what was asked for, or applies it. `isPlan`: nothing is changed. */
export type PlanOrApply = (configRequest: AskedConfig, isPlan: boolean, request: ApiRequest) => Promise<ConfigPlan>

type Dependent = NonNullable<ConfigChange['dependents']>[number]

const asDependent = ({ resource, names, count }: Dependent): Dependent => ({ resource, names, count })

export function createPlanOrApply(parts: Parts, types: PackagedTypes, call: Forward): PlanOrApply {
  const { store } = parts
  const known = createKnownRows(store)

  async function planOrApply({ sent, options, plan: wanted }: AskedConfig, isPlan: boolean, request: ApiRequest) {
    const generation = await readGeneration(store)
    const stored = await readConfigState(parts, types)
    const calls: OutsideCalls = { call, request, services: await known.names('service') }
    const managed = [...stored.managed.values()].filter(({ owner }) => owner === options.owner)
    const state = await withOutside(stored, [...sent, ...managed], calls)
    const planned = await planConfig(state, sent, options)
    if (wanted !== null && wanted !== planned.plan) {
      const sentence = 'The plan is out of date: the instance or the files have changed since. Plan again.'
      throw new Problem(409, sentence, { reason: 'stale' })
    }
    const lost = options.ignoresPlaceholders ? new Map() : await lossesOf(planned, options, calls)
    const applying = { parts, known, types, calls, state, options, generation }
    if (isPlan) await refuseFaulty(planned, request)
    if (!isPlan) await applyConfig(planned, applying)
    else if (!options.ignoresPlaceholders && planned.changes.length <= mostTried) await tryConfig(planned, applying)
    const { changes, unchanged, plan } = planned
    const changeReport: ConfigChange[] = []
    let examined = 0
    for await (const change of paced(changes)) {
      const { action, type, name, file, differences, sameAs } = change
      const isExamined = action === 'delete' && isPlan && examined < mostExamined
      if (isExamined) examined += 1
      const found = isExamined ? { dependents: await dependentsOf(change, calls), ...(await useOf(change)) } : {}
      const loses = lost.get(change)
      const isOutOfReach = loses === undefined && destroys(change)
      const loss = { ...(isOutOfReach && { destroys: true as const }), ...(loses !== undefined && { loses }) }
      const origin = sameAs === undefined ? {} : { same_as: sameAs }
      const placed = file === null ? {} : { file }
      changeReport.push({ action, type: type.name, name, ...placed, ...origin, differences, ...found, ...loss })
    }
    return { owner: options.owner, plan, applied: !isPlan, changes: changeReport, unchanged }
  }

  /** What changes outside of the store lose. Throws what would refuse them, and a 409 for a loss that is not allowed. */
  async function lossesOf({ changes }: PlannedConfig, { prune, allowDestroy }: PlanOptions, calls: OutsideCalls) {
    const lost = await outsideLosses(changes, prune, calls)
    if (lost.size > 0 && !allowDestroy) {
      const problems = [...lost].map(([{ type, name }, sentences]) => {
        return { type: type.name, name, message: `${sentences.join(' ')} Allow it with allow_destroy.` }
      })
      throw refusal(409, problems)
    }
    return lost
  }

  async function dependentsOf({ type, name, stored }: PlannedChange, calls: OutsideCalls): Promise<Dependent[]> {
    const { kept, outside } = type.type
    if (stored === null || kept !== null) return []
    if (outside !== null) {
      const { service, within } = placeOf(name) ?? { service: '', within: '' }
      return (await outside.dependents(service, within, calls)).map(asDependent)
    }
    const tx = transactionOf(dialectOf(store.engine), store.statements)
    const groups = await findDependents({ tx, kinds: parts.kinds }, type.type.declaration.declared, [stored.stored])
    return groups.map(asDependent)
  }

  /** Requests of the last days by those that are counted by the record. */
  async function useOf({ type, name, stored }: PlannedChange): Promise<Pick<ConfigChange, 'requests_30d'>> {
    if (stored === null) return {}
    const { id } = stored.stored
    const selected = { service: { service: name }, app: { app: String(id) }, role: { role: String(id) } }[type.name]
    if (selected === undefined) return {}
    const from = new Date(parts.clock() - recentDays * 86_400_000).toISOString()
    const found = await parts.readUsage({ from, step: 'none', ...selected })
    return found === null ? {} : { requests_30d: found.meta.total.requests }
  }

  /** Throws a 400 for values that an apply would refuse, as far as that is known without writing them. */
  async function refuseFaulty({ changes }: PlannedConfig, request: ApiRequest): Promise<void> {
    const faults: ConfigProblem[] = []
    for await (const change of paced(changes)) {
      const { type, row, stored } = change
      if (row === null) continue
      const { record } = resolveRecord(type.type, row, () => 1)
      const isWhole = stored === null || type.type.kept !== null || type.type.outside !== null
      const sent = isWhole ? record : changedMembers(change, record)
      try {
        await createWriter(type.type.declaration, parts).prepare(sent, isWhole, request)
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error
        faults.push(...changeProblems(change, error))
      }
    }
    if (faults.length > 0) throw refusal(400, faults)
  }

  return planOrApply
}
