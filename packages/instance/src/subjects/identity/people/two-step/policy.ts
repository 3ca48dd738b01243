import { integer, string } from '@millwright/contract/records/field'
import { type TwoStepPolicy, twoStepPolicies } from '@millwright/contract/wire/two-step'
import { rejectProgram } from '../../../../access/required-rights.ts'
import { type Actor, type DeclaredTable, declareTable } from '../../../../records/system/declared-table.ts'
import type { Tx } from '../../../../records/system/sql-runner.ts'
import type { WriteLog } from '../../../../records/system/write-log.ts'
import type { Store } from '../../../../store/store.ts'
import { actorOf } from '../../../ground/system/actor.ts'
import type { KeptSettings } from '../../../ground/system/resource.ts'

/** The rule for who needs two-step sign-in. */
export interface PolicyStore {
  read(): Promise<TwoStepPolicy>
}

/** The setting that stores the rule. */
const policySetting = 'two_step'

/** Caches the rule until a setting changes. */
export function createPolicyStore({ db, changes }: Pick<Store, 'db' | 'changes'>): PolicyStore {
  let known: TwoStepPolicy | null = null
  let generation = 0
  changes.subscribe(({ table }) => {
    if (table !== 'setting') return
    known = null
    generation += 1
  })

  return {
    async read() {
      if (known !== null) return known
      const reading = generation
      const row = await db.selectFrom('setting').select('value').where('name', '=', policySetting).executeTakeFirst()
      const policy = policyNamed(row?.value) ?? 'off'
      if (reading === generation) known = policy
      return policy
    },
  }
}

/** Stores another rule, announced as a change to the table `setting`, with its entry in the audit log. */
export async function changePolicy(tx: Tx, policy: TwoStepPolicy, log: WriteLog, actor: Actor): Promise<void> {
  const stored = await tx.first('SELECT "value" FROM "setting" WHERE "name" = ?', policySetting)
  await tx.all(
    'INSERT INTO "setting" ("name", "value") VALUES (?, ?) ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"',
    policySetting,
    policy,
  )
  const previous = { policy: policyNamed(stored?.value) ?? 'off' }
  actor.auditLog.note({ declared: auditedPolicy, key: 'policy', previous, next: { policy } }, actor)
  log.changed('setting')
  // Sessions started with app passwords are verified again.
  if (policy === 'off') log.changedAll('user')
}

export function policyNamed(value: unknown): TwoStepPolicy | undefined {
  return twoStepPolicies.find((policy) => policy === value)
}

export function isRequired(policy: TwoStepPolicy, isAdmin: boolean): boolean {
  return policy === 'everybody' || (policy === 'admins' && isAdmin)
}

/** Declares a person's second factors for the audit log, without secrets. */
export const auditedFactors: DeclaredTable = declareTable({
  table: 'one_time_code',
  auditedAs: 'two_step',
  label: 'Second step',
  key: 'user_id',
  audit: 'none',
  authority: 'instance',
  fields: {
    name: string(),
    one_time_code: string(),
    recovery_codes: integer(),
    passkeys: string(),
    app_passwords: string(),
  },
})

/** Declares the rule for everyone for the audit log. */
const auditedPolicy: DeclaredTable = declareTable({
  table: 'setting',
  auditedAs: 'two_step',
  label: 'Two-step sign-in',
  key: 'name',
  keyType: 'text',
  audit: 'none',
  fields: { policy: string() },
  authority: 'instance',
})

const name = 'two_step'

/** The rule for two-step sign-in in folders of configuration; absent until it is set. Programs cannot change it (docs/wire/config.md). */
export const twoStepRule: KeptSettings = {
  declaration: {
    name,
    label: 'Two-Step Sign-In',
    description: 'Who needs two-step sign-in.',
    travels: { key: 'name', files: { file: 'settings.yaml' }, remains: () => true },
    declared: declareTable({
      table: 'setting',
      label: 'Setting',
      key: 'name',
      keyType: 'text',
      audit: 'none',
      authority: 'instance',
      fields: { name: string({ required: true }), policy: string({ label: 'Policy', default: 'off' }) },
      columns: {
        name: { check: (value) => (value === name ? null : `There is no setting '${value}'. Known is ${name}.`) },
        policy: {
          check: (value) =>
            policyNamed(value) === undefined ? `policy must be one of ${twoStepPolicies.join(', ')}.` : null,
        },
      },
    }),
    scope: { values: {} },
    relations: [],
  },
  async read(all, only) {
    if (only !== null && only !== name) return []
    const [row] = await all('SELECT "value" FROM "setting" WHERE "name" = ?', [policySetting])
    return row === undefined ? [] : [{ name, policy: policyNamed(row.value) ?? 'off' }]
  },
  async write(_, row, { tx, log, request, parts }) {
    rejectProgram(request.caller)
    await changePolicy(tx, policyNamed(row?.policy) ?? 'off', log, actorOf(request, log, parts))
  },
}
