import type { SystemResource } from '../../system/system-resource.ts'
import { createOwnWrites } from '../own-writes.ts'
import { createPeople } from '../people.ts'
import { createRegistrar } from '../registrar.ts'
import { createThrottle } from '../throttle.ts'
import { createPasswordResource } from './password.ts'
import { createProfileResource } from './profile.ts'
import { createRegisterResource } from './register.ts'
import type { ResourceParts } from './resource-parts.ts'
import { createSessionResource } from './session.ts'

/** The resources about one's own session, password and profile: those of the service `system` and those of `user`. */
export function createOwnResources(given: Omit<ResourceParts, 'people'>): {
  readonly system: readonly SystemResource[]
  readonly user: readonly SystemResource[]
} {
  const writes = createOwnWrites(given)
  const parts = { ...given, people: createPeople(given.store, given.clock, writes) }
  const registrar = createRegistrar(given, writes)
  const registrations = createThrottle(given.config.loginFailures, given.clock)
  const make = [createSessionResource, createPasswordResource, createProfileResource]
  return {
    system: make.map((create) => create('admin', parts)),
    user: [
      ...make.map((create) => create('user', parts)),
      createRegisterResource({ ...parts, registrar, registrations }),
    ],
  }
}
