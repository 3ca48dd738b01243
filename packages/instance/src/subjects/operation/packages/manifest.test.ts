import { afterEach, expect, test, vi } from 'vitest'
import { SharedPatience } from '../../../platform/shared-patience.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'

const { send, make, root } = sharedInstance()

afterEach(() => void vi.restoreAllMocks())

test('names services whose content is not known in time only to those who may use them', async () => {
  const { body } = await send<{ resource: { id: number; name: string }[] }>('GET', 'system/service', { as: root })
  const id = (name: string) => body.resource.find((each) => each.name === name)?.id ?? 0
  const access = [
    { service_id: id('system'), component: 'package', verbs: ['GET'] as const },
    { service_id: id('files'), component: 'public/*', verbs: ['GET'] as const },
  ]
  const role = await make.role({ access })
  const { api_key: key } = await make.app({ role_id: role.id })
  vi.spyOn(SharedPatience.prototype, 'result').mockImplementation(async (_, late) => late)
  const path = 'system/package'
  const unavailable = { reachable: false }
  expect((await send<{ service: object }>('GET', path, { key })).body.service).toEqual({ files: unavailable })
  const all = await send<{ service: object }>('GET', path, { as: root })
  expect(all.body.service).toMatchObject({ files: unavailable, db: unavailable })
})
