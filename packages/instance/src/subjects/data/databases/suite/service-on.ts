import type { EngineUnderTest, OpenDatabase } from '../../../../testing/databases/for-each-engine.ts'
import { fixture } from '../../../../testing/fixture.ts'
import { sharedInstance, type TestInstance, testInstance } from '../../../../testing/test-instance.ts'

/** An instance with a service `db` on an empty database, which tests can also access directly. */
export interface ServiceUnderTest extends OpenDatabase {
  readonly instance: TestInstance
  readonly serviceId: number
}

/** For a single test; dropped when the test ends. `settings` are merged into the service's configuration. */
export async function serviceOn(on: EngineUnderTest, settings: object = {}): Promise<ServiceUnderTest> {
  const open = await on.open()
  return withService(on, open, await testInstance(), settings)
}

/** Like `serviceOn`, for all tests of the `describe` that calls it; `serviceId` can be read once they run. */
export function sharedServiceOn(on: EngineUnderTest, settings: object = {}): ServiceUnderTest {
  const instance = sharedInstance()
  const opened = on.share()
  const service = fixture(() => withService(on, opened, instance, settings))
  return {
    ...opened,
    instance,
    get serviceId() {
      return service.serviceId
    },
  }
}

async function withService(
  { type }: EngineUnderTest,
  open: OpenDatabase,
  instance: TestInstance,
  settings: object,
): Promise<ServiceUnderTest> {
  // Every instance has a sample service with this name.
  const samples = await instance.send<{ resource: { id: number }[] }>('GET', 'system/service?filter=name=db', {
    as: instance.root,
  })
  for (const { id } of samples.body.resource)
    await instance.send('DELETE', `system/service/${id}?force=true`, { as: instance.root })
  const { status, body } = await instance.send<{ resource: [{ id: number }] }>('POST', 'system/service', {
    as: instance.root,
    body: {
      resource: [{ name: 'db', label: 'Database', type, is_active: true, config: { ...open.config, ...settings } }],
    },
  })
  if (status >= 300) throw new Error(`Making the service answered ${status}: ${JSON.stringify(body)}`)
  return { ...open, instance, serviceId: body.resource[0].id }
}
