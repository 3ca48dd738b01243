import { sharedInstance } from '@millwright/instance/testing/test-instance'
import { expect, test } from 'vitest'
import type { KnownServices } from '../../instance/service-list.ts'
import { roleServices, supportsRowFilters } from './role-services.ts'

const { send, root } = sharedInstance()
const services = [
  { id: 1, name: 'papers', type: 'couchdb' },
  { id: 2, name: 'shop', type: 'sqlite' },
  { id: 3, name: 'files', type: 'local_file' },
]
const offered = (types: KnownServices['types']) => {
  const known = roleServices({ services, types })
  return [1, 2, 3, null].map((id) => supportsRowFilters(known, id))
}

test('row filters are offered where the server applies them, and never for all services', async () => {
  const { body } = await send<{ service_types: KnownServices['types'] }>('GET', '', { as: root })
  expect(offered(body.service_types)).toEqual([true, true, false, false])
  expect(offered(body.service_types.map(({ filters_rows: _, ...type }) => type))).toEqual([false, true, false, false])
})
