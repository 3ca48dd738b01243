import type { EndSessions, Enter } from '../../../gateway/ports/sign-in.ts'
import type { Registry } from '../../../gateway/registry.ts'
import type { SystemResource } from '../../system/system-resource.ts'
import { createArrivals } from '../external/arrivals.ts'
import { createDepartures } from '../external/departures.ts'
import { createEnter } from '../external/enter.ts'
import { createOutsideLogin } from '../external/outside-login.ts'
import { createSignInStates } from '../external/sign-in-states.ts'
import { createOwnWrites } from '../own-writes.ts'
import { createPeople } from '../people.ts'
import { createRegistrar } from '../registrar.ts'
import { createOwnTwoStepResource } from './own-two-step.ts'
import { createPasswordResource } from './password.ts'
import { createProfileResource } from './profile.ts'
import { createRegisterResource } from './register.ts'
import type { ResourceParts } from './resource-parts.ts'
import { createSessionResource } from './session.ts'
import { createTwoStepPolicyResource } from './two-step-policy.ts'

interface OwnResources {
  readonly system: readonly SystemResource[]
  readonly user: readonly SystemResource[]
  /** For services that people come by without asking `user/session`. */
  readonly enter: Enter
  readonly endSessions: EndSessions
}

/** The resources about one's own session, password and profile: those of the service `system` and those of `user`. */
export function createOwnResources(
  given: Omit<ResourceParts, 'people'>,
  services: Pick<Registry, 'find'>,
): OwnResources {
  const writes = createOwnWrites(given)
  const parts = { ...given, people: createPeople(given.store, given.clock, writes) }
  const registrar = createRegistrar(given, writes)
  const make = [createPasswordResource, createProfileResource]
  const arrivals = createArrivals(writes, given.clock)
  const enter = createEnter(parts, arrivals)
  const departures = createDepartures({ store: given.store, services }, writes)
  const states = createSignInStates(given.vault, given.clock, given.revocations.add)
  const outside = createOutsideLogin({ services, states, throttle: given.throttle, enter })
  return {
    enter,
    endSessions: departures.end,
    system: [
      createSessionResource('admin', parts),
      ...make.map((create) => create('admin', parts)),
      createTwoStepPolicyResource(parts),
    ],
    user: [
      createSessionResource('user', parts, { ...outside, addressAfter: departures.addressAfter }),
      ...make.map((create) => create('user', parts)),
      createRegisterResource({ ...parts, registrar }),
      createOwnTwoStepResource(parts),
    ],
  }
}
