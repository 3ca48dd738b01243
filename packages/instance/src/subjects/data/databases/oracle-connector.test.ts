import { createServer, type Socket } from 'node:net'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createServiceKinds } from '../../../service-kinds.ts'
import { sharedInstance } from '../../../testing/test-instance.ts'
import { loadConnectors } from '../../services/connectors/load-connectors.ts'

const instance = sharedInstance()
const { send, root: as, failures } = instance
const lines: string[] = []
const from = fileURLToPath(new URL('../../../../..', import.meta.url))
beforeAll(async () => {
  const log = (line: string) => void lines.push(line)
  instance.exchangeKinds(createServiceKinds(await loadConnectors({ named: ['./connector-oracle'], from, log })))
})

const usual = { host: '127.0.0.1', database: 'FREEPDB1', username: 'clerk', password: 's3cret' }
let services = 0

async function make(config: Readonly<Record<string, unknown>>) {
  services += 1
  const name = `shop${services}`
  const row = { name, label: name, type: 'oracle', is_active: true, config: { ...usual, ...config } }
  return { name, made: await send('POST', 'system/service', { as, body: { resource: [row] } }) }
}

/** The connector as operators install it, with Oracle’s own driver but without its install script (`allowScripts`). */
describe('services on Oracle', () => {
  it('are available once the connector is installed, with the pure JavaScript driver', async () => {
    expect(lines).toEqual([])
    expect(await send('GET', 'system/service_type/oracle', { as })).toMatchObject({
      body: { available: true, label: 'Oracle (experimental)' },
    })
  })

  it('are rejected with names that would change the connection address', async () => {
    expect((await make({ database: 'X))(SECURITY=(A=b' })).made.status).toBe(400)
    expect((await make({ host: 'db.test)(PORT=22' })).made.status).toBe(400)
    expect((await make({ protocol: 'beq' })).made.status).toBe(400)
  })

  const silent = (line: Socket) => void line.resume()
  const rude = (line: Socket) => void line.destroy()
  const other = (line: Socket) => void line.end('HTTP/1.1 400 Bad Request\r\n\r\n')
  const garbage = (line: Socket) => void line.write(Buffer.alloc(1_000_000, 0xff))

  it.each([
    ['nothing is', null, /nothing is listening there\.$/],
    ['the server does not respond', silent, /it does not respond\.$/],
    ['the server closes the connection', rude, /the connection was lost\.$/],
    ['the server is not a database', other, /the connection was lost\.$/],
    ['the server sends data without end', garbage, /not an Oracle database\.$/],
  ])('respond with 503 and the reason where %s', async (_, greet, reason) => {
    const port = greet === null ? 9 : await listening(greet)
    // Only a server that never responds is waited for in vain.
    const connect_timeout = greet === silent ? 0.5 : 60
    const { name, made } = await make({ port, options: { connect_timeout } })
    expect(made.status).toBe(201)
    const asked = await send<{ error: { message: string } }>('GET', `${name}/_table`, { as })
    expect(asked).toMatchObject({ status: 503, body: { error: { message: expect.stringMatching(reason) } } })
    expect(JSON.stringify(asked.body)).not.toContain('s3cret')
    expect(failures).toEqual([])
  })
})

async function listening(greet: (line: Socket) => void): Promise<number> {
  const open = new Set<Socket>()
  const server = createServer((line) => {
    open.add(line)
    greet(line.on('error', () => {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const line of open) line.destroy()
    server.close()
  })
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}
