import { type TwoStepPolicy, twoStepPolicies } from '@millwright/contract/wire/two-step'
import type { Tx } from '../../../records/system/sql-runner.ts'
import type { Store } from '../../../store/store.ts'

/** The rule for who needs two-step sign-in. */
export interface PolicyStore {
  read(): Promise<TwoStepPolicy>
  /** Announced as a change to the table `setting`. */
  write(tx: Tx, policy: TwoStepPolicy): Promise<void>
}

const name = 'two_step'

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
      const row = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
      const policy = policyNamed(row?.value) ?? 'off'
      if (reading === generation) known = policy
      return policy
    },
    async write(tx, policy) {
      await tx.all(
        'INSERT INTO "setting" ("name", "value") VALUES (?, ?) ON CONFLICT ("name") DO UPDATE SET "value" = ?',
        name,
        policy,
        policy,
      )
    },
  }
}

export function policyNamed(value: unknown): TwoStepPolicy | undefined {
  return twoStepPolicies.find((policy) => policy === value)
}

export function isRequired(policy: TwoStepPolicy, isAdmin: boolean): boolean {
  return policy === 'everybody' || (policy === 'admins' && isAdmin)
}
