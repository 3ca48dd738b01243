import { randomInt, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { type FtpProgram, proftpd, vsftpd } from '@millwright/instance/testing/counterparts/ftp-servers'
import { testCertificate } from '@millwright/instance/testing/test-certificate'
import { describe, expect, it, onTestFinished } from 'vitest'
import { open as openFtpStorage } from './ftp-storage.ts'

describe.each([proftpd, vsftpd])('FTPS by $name', ({ answers, open }: FtpProgram) => {
  if (!answers) return it.skipIf(!answers)('where the server is installed', () => {})

  async function served({ implicitAt = null, tls = true }: { implicitAt?: string | null; tls?: boolean } = {}) {
    const folder = await mkdtemp(join(tmpdir(), 'millwright-ftps-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const host = implicitAt ?? '127.0.0.1'
    const certificate = await testCertificate(`${randomUUID()}.test`, host)
    const server = await open(folder, tls ? { certificate, version: '1.3', implicitAt } : null)
    onTestFinished(server.close)
    const storage = (settings: object) => {
      const { port, credentials, root } = server
      const config = { host, port, ...credentials, container: `${root}/in`, ...settings }
      const made = openFtpStorage(config)
      onTestFinished(async () => made.close?.())
      return made
    }
    return { storage, certificate }
  }
  const refused = (sentence: string) => ({ status: 503, message: expect.stringContaining(sentence) })
  const bytes = (text: string) => new TextEncoder().encode(text)

  it('refuses servers with an untrusted certificate or without encryption', async () => {
    const { storage } = await served()
    await expect(storage({ ssl: true }).list('')).rejects.toMatchObject(refused('no trusted TLS connection'))
    const plain = await served({ tls: false })
    await expect(plain.storage({ ssl: true }).list('')).rejects.toMatchObject(refused('does not encrypt'))
  })

  it('rejects unencrypted connections and reports the reason', async () => {
    const { storage } = await served()
    await expect(storage({ ssl: false }).list('')).rejects.toMatchObject(refused('accepts only encrypted connections'))
  })

  it.skipIf(userInfo().uid !== 0)('uses TLS from the start on port 990', async () => {
    const { storage, certificate } = await served({
      implicitAt: `127.${randomInt(1, 255)}.${randomInt(255)}.${randomInt(1, 255)}`,
    })
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, certificate.certificate])
    onTestFinished(() => setDefaultCACertificates(before))
    const { write, list } = storage({ ssl: true })
    await write('a.txt', bytes('a'))
    expect(await list('')).toMatchObject([{ name: 'a.txt', size: 1 }])
  })
})
