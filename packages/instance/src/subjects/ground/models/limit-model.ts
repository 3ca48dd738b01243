import { invalid, Problem } from '@millwright/contract/problem'
import {
  type LimitPeriod,
  type LimitScope,
  type LimitTarget,
  type LimitType,
  limitFields,
  limitKey,
  limitPeriods,
  limitTypeNames,
  limitTypes,
  periodNames,
} from '@millwright/contract/records/limit'
import { isVerb, type Verb } from '@millwright/contract/verbs'
import { type DeclaredTable, declareTable } from '../../../records/system/declared-table.ts'
import type { Row, Tx } from '../../../records/system/sql-runner.ts'

const isType = (value: unknown): value is LimitType => Object.hasOwn(limitTypes, String(value))
const isPeriod = (value: unknown): value is LimitPeriod => Object.hasOwn(limitPeriods, String(value))
const chosen = (sent: unknown) => (sent === '' || sent === 0 ? null : sent)

/** Maximum rates of requests (docs/wire/limits.md). Fields that a type does not use are null, whatever is sent. */
export const limit: DeclaredTable = declareTable({
  table: 'limit',
  label: 'Limit',
  fields: limitFields,
  authority: {
    columns: {
      type: 'decides',
      rate: 'decides',
      period: 'decides',
      user_id: { names: 'user' },
      role_id: { names: 'role' },
      service_id: { names: 'service' },
      name: 'plain',
      description: 'plain',
      is_active: 'decides',
      endpoint: 'decides',
      verb: 'decides',
    },
  },
  columns: {
    type: { check: (value) => (isType(value) ? null : `type must be one of ${limitTypeNames.join(', ')}.`) },
    period: {
      accept: (sent) => (typeof sent === 'number' ? (periodNames[sent] ?? sent) : numbered(sent)),
      check: (value) => (isPeriod(value) ? null : `period must be one of ${periodNames.join(', ')}.`),
    },
    rate: { check: (value) => (Number(value) >= 0 ? null : 'rate must be 0 or more.') },
    verb: {
      accept: (sent) => (typeof sent === 'string' ? sent.trim().toUpperCase() || null : chosen(sent)),
      check: (value) => (isVerb(String(value)) ? null : 'verb must be GET, POST, PUT, PATCH or DELETE.'),
    },
    endpoint: {
      write: (value) => (typeof value === 'string' ? value.trim().replace(/^\/+|\/+$/g, '') || null : value),
    },
    user_id: { accept: chosen },
    role_id: { accept: chosen },
    service_id: { accept: chosen },
  },
  async check(tx, { values, previous }) {
    const whole: Row = { ...previous, ...values }
    if (!isType(whole.type) || !isPeriod(whole.period)) return
    const target = targetOf(whole, whole.type, whole.period)
    refuseMissing(target, String(whole.name))
    await refuseUnknown(tx, target)
    const key = limitKey(target)
    const { user_id, role_id, service_id, endpoint } = target
    Object.assign(values, { user_id, role_id, service_id, endpoint, key_text: key })
    await refuseSecond(tx, { ...whole, ...values })
  },
})

function numbered(sent: unknown): unknown {
  return typeof sent === 'string' && /^[0-4]$/.test(sent) ? periodNames[Number(sent)] : sent
}

function targetOf(row: Row, type: LimitType, period: LimitPeriod): LimitTarget {
  const scope: LimitScope = limitTypes[type]
  const id = (wanted: boolean, value: unknown) => (wanted && typeof value === 'number' ? value : null)
  return {
    type,
    period,
    verb: isVerb(String(row.verb)) ? (row.verb as Verb) : null,
    user_id: id(scope.user === 'one', row.user_id),
    role_id: id(scope.role === true, row.role_id),
    service_id: id(scope.service === true, row.service_id),
    endpoint: scope.endpoint === true && typeof row.endpoint === 'string' ? row.endpoint : null,
  }
}

function refuseMissing(target: LimitTarget, name: string): void {
  const scope: LimitScope = limitTypes[target.type]
  const missing = [
    ...(scope.user === 'one' && target.user_id === null ? ['user_id'] : []),
    ...(scope.role && target.role_id === null ? ['role_id'] : []),
    ...(scope.service && target.service_id === null ? ['service_id'] : []),
    ...(scope.endpoint && target.endpoint === null ? ['endpoint'] : []),
  ]
  if (missing.length === 0) return
  const sentence = (field: string) => `${field} must be specified with this limit type. Limit: ${name}`
  throw invalid(Object.fromEntries(missing.map((field) => [field, [sentence(field)]])))
}

const owners = { user_id: 'user', role_id: 'role', service_id: 'service' } as const

async function refuseUnknown(tx: Tx, target: LimitTarget): Promise<void> {
  for (const [field, table] of Object.entries(owners)) {
    const id = target[field as keyof typeof owners]
    if (id === null || (await tx.first(`SELECT "id" FROM "${table}" WHERE "id" = ?`, id)) !== undefined) continue
    throw invalid({ [field]: [`There is no ${table} with the identifier ${id}.`] })
  }
}

async function refuseSecond(tx: Tx, row: Row): Promise<void> {
  const other = await tx.first('SELECT "id" FROM "limit" WHERE "key_text" = ?', row.key_text)
  if (other === undefined || other.id === row.id) return
  const { revision: _, ...record } = row
  throw new Problem(400, 'A limit already exists with those parameters. No records added.', {
    context: { ...record, verb: record.verb ?? null, is_active: record.is_active === 1 },
  })
}
