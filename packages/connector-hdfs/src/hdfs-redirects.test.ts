import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ServiceCheck } from '@millwright/contract/wire/services'
import { openTestInstance } from '@millwright/instance/testing/open-test-instance'
import { restrictedAdmin } from '@millwright/instance/testing/restricted-admin'
import { expect, it } from 'vitest'

async function listening(server: Server): Promise<number> {
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return port
}

it('follows no redirect to a private host for services of restricted administrators', async () => {
  const asked: string[] = []
  const inside = createServer((request, response) => {
    asked.push(String(request.url))
    response.writeHead(404).end()
  })
  const insidePort = await listening(inside)
  const location = `http://127.0.0.1:${insidePort}/metadata`
  const nameNode = createServer((_, response) => void response.writeHead(307, { location }).end())
  const port = await listening(nameNode)
  await using instance = await openTestInstance({ config: { allowPrivateHosts: [`127.0.0.1:${port}`] } })
  const body = { type: 'hadoop_hdfs', config: { host: '127.0.0.1', port, container: '/x' } }
  const check = (by: object) => instance.send<ServiceCheck>('POST', 'system/service_check', { ...by, body })
  try {
    const refused = await check(await restrictedAdmin(instance, ['services']))
    expect(refused.body).toMatchObject({
      success: false,
      reason: expect.stringContaining('MILLWRIGHT_ALLOW_PRIVATE_HOSTS'),
    })
    expect(asked).toEqual([])
    await check({ as: instance.root })
    expect(asked).toEqual([expect.stringContaining('/metadata')])
  } finally {
    inside.close()
    nameNode.close()
  }
})
