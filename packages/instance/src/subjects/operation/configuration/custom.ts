import { Problem } from '@millwright/contract/problem'
import { audit, json, string } from '@millwright/contract/records/field'
import type { Parts } from '../../../gateway/parts.ts'
import { createLruCache } from '../../../platform/cache.ts'
import { type DeclaredTable, declareTable } from '../../../records/system/declared-table.ts'
import type { AccessRequest } from '../../../request/api-request.ts'
import { createResource } from '../../ground/system/create-resource.ts'
import type { ResourceDeclaration, SystemResource } from '../../ground/system/resource.ts'

/** Arbitrary JSON values of clients, by name; reading one returns the bare value. */
export const custom: ResourceDeclaration = {
  name: 'custom',
  label: 'Custom settings',
  description: 'Values that clients keep under names of their own.',
  travels: { key: 'name', files: { file: 'custom.yaml' } },
  declared: customShape('"user_id" IS NULL'),
  scope: { values: { user_id: null } },
  relations: [],
  upsert: true,
  presentOne: ({ value }) => value,
}

/** Custom values of one person. */
function customOf(userId: number): ResourceDeclaration {
  return {
    ...custom,
    description: 'Values that people keep for themselves.',
    travels: 'people',
    declared: { ...customShape(`"user_id" = ${userId}`), auditedAs: null },
    scope: { values: { user_id: userId } },
    async afterWrite({ tx }) {
      const kept = await tx.first('SELECT SUM(LENGTH("value")) AS "length" FROM "custom" WHERE "user_id" = ?', userId)
      if (Number(kept?.length ?? 0) > mostOfPerson) throw tooMuch()
    },
  }
}

/** Characters that the values of one person may have together, as all of them are answered at once. */
const mostOfPerson = 5_000_000

const tooMuch = () =>
  new Problem(400, 'The custom settings of a person may have at most 5,000,000 characters together.')

function customShape(within: string): DeclaredTable {
  return declareTable({
    table: 'custom',
    label: 'Custom',
    plural: 'Custom',
    fields: {
      name: string({ label: 'Name', max: 255, required: true, nullable: false }),
      value: json<unknown>({ label: 'Value' }),
      ...audit,
    },
    authority: { columns: { name: 'plain', value: 'plain' } },
    key: 'name',
    keyType: 'text',
    within,
  })
}

const maxPeople = 100

/** `user/custom`: like `system/custom`, for the caller only (docs/wire/records.md). */
export function createUserCustomResource(parts: Parts): SystemResource {
  const byPerson = createLruCache<number, SystemResource>(maxPeople)

  function resourceOf(userId: number): SystemResource {
    const known = byPerson.get(userId)
    if (known !== undefined) return known
    const userResource = createResource(customOf(userId), parts)
    byPerson.set(userId, userResource)
    return userResource
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
