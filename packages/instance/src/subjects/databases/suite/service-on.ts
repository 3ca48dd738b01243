import type { EngineUnderTest, OpenDatabase } from '../../../testing/databases/for-each-engine.ts'
import { sharedInstance, type TestInstance, testInstance } from '../../../testing/test-instance.ts'

/** A whole instance with a service `db` on an empty database, which is open past the service too. */
export interface ServiceUnderTest extends OpenDatabase {
  readonly instance: TestInstance
  readonly serviceId: number
}

/** For one test; gone when the test is over. `settings` are added to the service's configuration. */
export async function serviceOn(on: EngineUnderTest, settings: object = {}): Promise<ServiceUnderTest> {
  const open = await on.open()
  return withService(on, open, await testInstance(), settings)
}

/** As `serviceOn`, for all tests of the `describe` where it is called. */
export async function sharedServiceOn(on: EngineUnderTest, settings: object = {}): Promise<ServiceUnderTest> {
  const open = await on.share()
  return withService(on, open, await sharedInstance(), settings)
}

async function withService(
  { type }: EngineUnderTest,
  open: OpenDatabase,
  instance: TestInstance,
  settings: object,
): Promise<ServiceUnderTest> {
  // Every instance comes with a sample under this name.
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
