import { Problem } from '@millwright/contract/problem'
import type { ConfigChange, ConfigPlan, ConfigProblem } from '@millwright/contract/wire/config'
import type { Parts } from '../../gateway/parts.ts'
import { paced } from '../../platform/yielder.ts'
import { dialectOf } from '../../records/system/dialect.ts'
import { transactionOf } from '../../records/system/sql-runner.ts'
import type { ApiRequest } from '../../request/api-request.ts'
import { createKnownRows } from '../packages/known-rows.ts'
import { resolveRecord } from '../packages/named-record.ts'
import type { PackagedTypes } from '../packages/packaged-types.ts'
import { findDependents } from '../system/dependents/find-dependents.ts'
import { createWriter } from '../system/writer.ts'
import { applyConfig, changedMembers, problemsOf } from './apply-config.ts'
import { readConfigState } from './config-state.ts'
import { readGeneration } from './managed-records.ts'
import { destroys, type PlannedChange, type PlannedConfig, planConfig, refusal } from './plan-config.ts'
import type { AskedConfig } from './read-config-request.ts'

/** Most deletions of a plan for which dependents and use are looked up, which takes a few milliseconds for each. */
const mostExamined = 500
const recentDays = 30

/** Plans what was asked for, or applies it. `isPlan`: nothing is changed. */
export type PlanOrApply = (asked: AskedConfig, isPlan: boolean, request: ApiRequest) => Promise<ConfigPlan>

export function createPlanOrApply(parts: Parts, types: PackagedTypes): PlanOrApply {
  const { store } = parts
  const known = createKnownRows(store)

  async function planOrApply({ sent, options, plan: wanted }: AskedConfig, isPlan: boolean, request: ApiRequest) {
    const generation = await readGeneration(store)
    const state = await readConfigState(parts, types)
    const planned = await planConfig(state, sent, options)
    if (wanted !== null && wanted !== planned.plan) {
      const sentence = 'The plan is out of date: the instance or the files have changed since. Plan again.'
      throw new Problem(409, sentence, { reason: 'stale' })
    }
    if (!isPlan) await applyConfig(planned, { parts, known, types, request, state, owner: options.owner, generation })
    else await refuseFaulty(planned, request)
    const { changes, unchanged, plan } = planned
    const told: ConfigChange[] = []
    let examined = 0
    for await (const change of paced(changes)) {
      const { action, type, name, file, differences } = change
      const isExamined = action === 'delete' && isPlan && examined < mostExamined
      if (isExamined) examined += 1
      const found = isExamined ? { dependents: await dependentsOf(change), ...(await useOf(change)) } : {}
      const loss = destroys(change) ? { destroys: true as const } : {}
      told.push({ action, type: type.name, name, ...(file !== null && { file }), differences, ...found, ...loss })
    }
    return { owner: options.owner, plan, applied: !isPlan, changes: told, unchanged }
  }

  async function dependentsOf({ type, stored }: PlannedChange): Promise<NonNullable<ConfigChange['dependents']>> {
    if (stored === null || type.type.kept !== null) return []
    const tx = transactionOf(dialectOf(store.engine), store.statements)
    const groups = await findDependents({ tx, kinds: parts.kinds }, type.type.declaration.declared, [stored.stored])
    return groups.map(({ resource, names, count }) => ({ resource, names, count }))
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
      const isWhole = stored === null || type.type.kept !== null
      const sent = isWhole ? record : changedMembers(change, record)
      try {
        await createWriter(type.type.declaration, parts).prepare(sent, isWhole, request)
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error
        faults.push(...problemsOf(change, error))
      }
    }
    if (faults.length > 0) throw refusal(400, faults)
  }

  return planOrApply
}
