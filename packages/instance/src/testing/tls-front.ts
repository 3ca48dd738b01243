import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { createServer } from 'node:tls'
import { testCertificate } from './test-certificate.ts'

/** Accepts TLS on a port of its own, and passes everything on to a port of this machine. */
export async function openTlsFront(target: number) {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-tls-'))
  const { certificate, privateKey } = await testCertificate('localhost')
  const trusted = join(folder, 'cert.pem')
  await writeFile(trusted, certificate)
  const sockets = new Set<Socket>()
  const server = createServer({ cert: certificate, key: privateKey }, (secure) => {
    const plain = connect(target, '127.0.0.1')
    for (const socket of [secure, plain]) sockets.add(socket)
    pipeline(secure, plain, secure, () => {
      for (const socket of [secure, plain]) sockets.delete(socket.destroy())
    })
  })
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    /** Path of its certificate. */
    trusted,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
