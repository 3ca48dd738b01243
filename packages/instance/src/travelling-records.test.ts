import { describe, expect, it } from 'vitest'
import { createServiceKinds } from './service-kinds.ts'
import { schemaContract } from './subjects/data/schema-contracts/kept-contract.ts'
import type { ResourceDeclaration, SystemResource } from './subjects/ground/system/resource.ts'
import { roleResource } from './subjects/identity/roles/role.ts'
import { configTypes } from './subjects/operation/config-as-code/config-types.ts'
import { audit } from './subjects/services/reports/audit.ts'
import { createTravellingTypes, withAllTravelling } from './system-resources.ts'

const kinds = createServiceKinds()
const types = createTravellingTypes([], kinds)

function resourceOf(declaration: ResourceDeclaration): SystemResource {
  const { name, label, description } = declaration
  const handle = async () => ({ status: 200, body: {} })
  return { name, label, description, declaration, singleton: false, keeps: 'records', readOnly: false, handle }
}

describe('records that travel', () => {
  it('are of a type that does, or the instance does not start', () => {
    const forgotten = resourceOf({ ...roleResource, name: 'new' })
    expect(() => withAllTravelling([forgotten], types)).toThrow('of no type that does: new.')
    const unkept = { ...resourceOf(roleResource), name: 'settings', keeps: { ...schemaContract } }
    expect(() => withAllTravelling([unkept], types)).toThrow('of no type that does: settings.')
    const all = [resourceOf(roleResource), resourceOf(audit), { ...resourceOf(roleResource), keeps: schemaContract }]
    expect(withAllTravelling(all, types)).toBe(all)
  })

  it('have the columns and references of their declaration', () => {
    expect(types.named.get('app')?.references).toEqual({
      storage_service_id: 'service',
      role_id: 'role',
      owner_id: 'user',
    })
    const [access, lookups, group] = types.named.get('role')?.nested ?? []
    expect(access).toMatchObject({ references: { service_id: 'service' }, single: false })
    expect(access?.columns).toEqual(['service_id', 'component', 'verb_mask', 'requestor_mask', 'filters', 'filter_op'])
    expect(lookups?.columns).not.toContain('role_id')
    expect(group).toMatchObject({ columns: ['dn'], single: true })
  })

  it('are configuration unless they are people', () => {
    const configured = [...configTypes(types, kinds).keys()]
    expect(types.named.has('user')).toBe(true)
    expect(configured).not.toContain('user')
    expect(configured).toContain('role')
    expect(configured.slice(-4)).toEqual(['two_step', 'schema_contract', 'data_view', 'table'])
  })
})
