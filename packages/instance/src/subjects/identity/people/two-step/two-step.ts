import { Problem } from '@millwright/contract/problem'
import type { ServiceKinds } from '../../../../gateway/ports/service-kinds.ts'
import type { Background } from '../../../../platform/background.ts'
import type { Clock } from '../../../../platform/clock.ts'
import type { Vault } from '../../../../platform/vault.ts'
import type { Store } from '../../../../store/store.ts'
import { type AccountWriter, createAccountWriter } from '../account-writer.ts'
import type { Population } from '../authenticate.ts'
import type { Directory } from '../directory.ts'
import type { Revocations } from '../revocations.ts'
import type { Throttle } from '../throttle.ts'
import type { ProofRules } from '../tokens.ts'
import { type AppPasswords, createAppPasswords } from './app-passwords.ts'
import { type Challenges, createChallenges } from './challenges.ts'
import { createFactorChanges, type FactorChanges } from './factor-changes.ts'
import { createFactors, type Factors } from './factors.ts'
import { createPolicyStore, type PolicyStore } from './policy.ts'
import { createSecondStep, type SecondStep, stepPersonOf } from './second-step.ts'

/** The parts of two-step sign-in (docs/wire/two-step.md). */
export interface TwoStep {
  readonly policy: PolicyStore
  readonly factors: Factors
  readonly changes: FactorChanges
  readonly challenges: Challenges
  readonly secondStep: SecondStep
  readonly appPasswords: AppPasswords
  readonly proofs: ProofRules
  readonly writes: AccountWriter
}

interface TwoStepParts {
  readonly store: Store
  readonly clock: Clock
  readonly vault: Vault
  readonly kinds: ServiceKinds
  readonly background: Background
  readonly directory: Directory
  readonly revocations: Revocations
  readonly throttle: Throttle
}

export function createTwoStep(parts: TwoStepParts): TwoStep {
  const { store, clock, vault, background, directory, revocations, throttle } = parts
  const writes = createAccountWriter(parts)
  const policy = createPolicyStore(store)
  const factors = createFactors(store, vault, clock)
  const changes = createFactorChanges(writes, vault)
  const challenges = createChallenges(vault, clock, revocations)
  const personOf = async (id: number, population: Population) => {
    const { value } = await directory.reread(id)
    const fits = value?.user.is_sys_admin === (population === 'admin')
    if (value === null || !value.isActive || !fits) throw new Problem(401, 'Invalid credentials supplied.')
    return stepPersonOf(value)
  }
  const secondStep = createSecondStep({ clock, policy, factors, changes, challenges, throttle, personOf })
  const appPasswords = createAppPasswords({ store, clock, background, factors, policy })

  const proofs: ProofRules = {
    async isGood({ id }, { appPassword }) {
      if (appPassword === undefined) return true
      return (await policy.read()) !== 'off' && (await factors.hasAppPassword(id, appPassword))
    },
    async mayGoOn(person, { twoStep, appPassword }) {
      return twoStep === true || appPassword !== undefined || !(await secondStep.isNeeded(stepPersonOf(person)))
    },
  }
  return { policy, factors, changes, challenges, secondStep, appPasswords, proofs, writes }
}
