import { beforeAll, describe, expect, it } from 'vitest'
import { relayTo } from '../../../../platform/connections/relay.ts'
import { fixture } from '../../../../testing/fixture.ts'
import { sharedInstance } from '../../../../testing/test-instance.ts'
import { addService } from './service-on.ts'
import { type SuiteStorage, suiteStorages } from './suite-storages.ts'

const instance = sharedInstance()
const { send, root: as, server } = instance
let base: string
beforeAll(async () => {
  base = await server.listen({ port: 0, host: '127.0.0.1' })
})
const remote = suiteStorages.filter(({ type }) => type !== 'local_file' && type !== 'suite_files')

describe.each(remote)('a server of $name', (suite) => {
  if (!suite.answers) return it.skipIf(!suite.answers)('where the server is installed', () => {})

  const { relay, storage, service } = behindRelay(suite)
  const read = (path: string) =>
    fetch(`${base}/api/v2/${path}`, { headers: { 'x-dreamfactory-session-token': as.token } })

  it('is named with host and port, but without the password, while it is unavailable', async () => {
    const nobody = await relayTo('127.0.0.1', 1)
    await nobody.close()
    const config = { ...storage.at(nobody.port), password: 's3cret', secret: 's3cret', timeout: 5 }
    const { get, put } = await addService(instance, suite, config)
    for (const answer of [await get('a.txt'), await get('?include_properties=true'), await put('a.txt', 'x')]) {
      expect(answer).toMatchObject({ status: 503 })
      expect(JSON.stringify(answer.body)).toContain(`127.0.0.1:${nobody.port}`)
      expect(JSON.stringify(answer.body)).not.toContain('s3cret')
    }
  })

  it('produces an error that says so if it rejects the credentials', async () => {
    const name = { username: 'nobody-else', key: 'nobody-else' }
    const wrong = { ...storage.config, ...name, password: 'wrong', account_key: 'd3Jvbmc=', api_key: 'wrong' }
    const { get } = await addService(instance, suite, wrong)
    expect(await get('?include_properties=true')).toMatchObject({
      status: 503,
      body: { error: { message: expect.stringContaining('refuses') } },
    })
  })

  it('is used again once it is back', async () => {
    expect(await service.put('kept.txt', 'kept')).toMatchObject({ status: 201 })
    await relay.shut()
    expect(await service.get('kept.txt')).toMatchObject({ status: 503 })
    expect(await service.names('?').catch(() => null)).toBeUndefined()
    expect(await service.put('new.txt', 'x')).toMatchObject({ status: 503 })
    await relay.open()
    expect(await service.get('kept.txt')).toMatchObject({ status: 200, body: 'kept' })
    expect(await service.names('?')).toEqual(['kept.txt'])
  })

  it('aborts a download that breaks off, instead of ending it', async () => {
    await service.put('long.bin', new Uint8Array(20_000_000))
    const answer = await read(`${service.name}/long.bin`)
    const reader = answer.body?.getReader()
    await reader?.read()
    await relay.shut()
    const rest = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(rest()).rejects.toThrow()
    await relay.open()
    const again = await read(`${service.name}/long.bin`)
    expect((await again.bytes()).length).toBe(20_000_000)
  })

  it('has no open connections after the service is closed, whatever was read partially', async () => {
    const half = await read(`${service.name}/long.bin`)
    await half.body?.cancel()
    await Promise.all(
      Array.from({ length: 12 }, () => read(`${service.name}/kept.txt`).then((answer) => answer.text())),
    )
    expect(relay.count()).toBeGreaterThan(0)
    await send('DELETE', `system/service/${service.id}?force=true`, { as })
    await expect.poll(relay.count).toBe(0)
  })
})

function behindRelay(suite: SuiteStorage) {
  const storage = fixture(
    () => suite.open(instance),
    ({ drop }) => drop(),
  )
  const relay = fixture(
    () => relayTo('127.0.0.1', storage.port ?? 0),
    ({ close }) => close(),
  )
  return { storage, relay, service: fixture(() => addService(instance, suite, storage.at(relay.port))) }
}
