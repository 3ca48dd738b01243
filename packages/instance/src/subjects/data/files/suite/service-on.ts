import { fileCalls } from '../../../../testing/file-calls.ts'
import type { TestInstance } from '../../../../testing/test-instance.ts'
import type { OpenStorage, SuiteStorage } from './suite-storages.ts'

let services = 0

/** Creates a service on an empty storage, which its `storage.drop` deletes. */
export async function serviceOn(instance: TestInstance, suite: SuiteStorage) {
  const storage = await suite.open(instance)
  const service = await addService(instance, suite, storage.config)
  return { ...service, storage }
}

/** Creates a service and returns helpers for calling it. It is closed with the instance. */
export async function addService(
  instance: TestInstance,
  { type }: Pick<SuiteStorage, 'type'>,
  config: OpenStorage['config'],
) {
  const { send, root: as } = instance
  services += 1
  const name = `shelf${services}`
  const record = { name, label: name, type, is_active: true, config }
  const { status, body } = await send<{ resource: [{ id: number }] }>('POST', 'system/service', {
    as,
    body: { resource: [record] },
  })
  if (status >= 300) throw new Error(`Making the service answered ${status}: ${JSON.stringify(body)}`)
  return { ...fileCalls(instance, name), name, id: body.resource[0].id }
}
