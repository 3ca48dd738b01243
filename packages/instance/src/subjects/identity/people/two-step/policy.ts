import { type TwoStepPolicy, twoStepPolicies } from '@millwright/contract/wire/two-step'
import type { Actor } from '../../../../records/system/declared-table.ts'
import type { Tx } from '../../../../records/system/sql-runner.ts'
import type { WriteLog } from '../../../../records/system/write-log.ts'
import type { Store } from '../../../../store/store.ts'
import { auditedPolicy } from './audited-models.ts'

/** The rule for who needs two-step sign-in. */
export interface PolicyStore {
  read(): Promise<TwoStepPolicy>
}

/** The setting that stores the rule. */
export const policySetting = 'two_step'

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
