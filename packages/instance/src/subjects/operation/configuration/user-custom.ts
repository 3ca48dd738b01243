import { Problem } from '@millwright/contract/problem'
import type { Parts } from '../../../gateway/parts.ts'
import { createLruCache } from '../../../platform/cache.ts'
import type { AccessRequest } from '../../../request/api-request.ts'
import { createResource } from '../../ground/system/create-resource.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import { customOf } from './custom.ts'

const maxPeople = 100

/** `user/custom`: like `system/custom`, for the caller only (docs/wire/records.md). */
export function createUserCustomResource(parts: Parts): SystemResource {
  const byPerson = createLruCache<number, SystemResource>(maxPeople)

  function resourceOf(userId: number): SystemResource {
    const known = byPerson.get(userId)
    if (known !== undefined) return known
    const made = createResource(customOf(userId), parts)
    byPerson.set(userId, made)
    return made
  }

  return {
    name: 'custom',
    label: 'Custom settings',
    description: 'Values that people keep for themselves.',
    singleton: false,
    keeps: 'people',
    readOnly: false,
    guard: (request) => void ownerId(request),
    handle: async (request, rest) => resourceOf(ownerId(request)).handle(request, rest),
  }
}

function ownerId({ caller: { user } }: AccessRequest): number {
  if (user === null) throw new Problem(401, 'Unauthorized. There is no session.')
  return user.id
}
