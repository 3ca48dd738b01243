import { mkdir, mkdtemp, readdir, readFile, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { hasSftpServer, openSftpServer } from '@millwright/instance/subjects/data/files/suite/sftp-server'
import { fixture } from '@millwright/instance/testing/fixture'
import { describe, expect, it, onTestFinished } from 'vitest'
import { open as openSftpStorage } from './sftp-storage.ts'

const bytes = (content: string) => new TextEncoder().encode(content)

describe('an SFTP storage', () => {
  if (!hasSftpServer) return it.skipIf(!hasSftpServer)('where the server is installed', () => {})
  const opened = fixture(open, async ({ folder, server }) => {
    await server.close()
    await rm(folder, { recursive: true })
  })

  async function open() {
    const folder = await mkdtemp(join(tmpdir(), 'millwright-sftp-'))
    const server = await openSftpServer(folder)
    const storage = (settings: object) => {
      const config = { host: '127.0.0.1', port: server.port, username: 'tester', container: 'root', ...settings }
      const made = openSftpStorage(config)
      onTestFinished(async () => made.close?.())
      return made
    }
    return { folder, server, storage, root: join(folder, 'root') }
  }

  it('rejects servers with another fingerprint, and an invalid private key', async () => {
    const { server, storage } = opened
    const { password } = server
    const other = storage({ password, host_fingerprint: `SHA256:${'A'.repeat(43)}` })
    await expect(other.list('')).rejects.toMatchObject({ status: 503, message: expect.stringContaining('fingerprint') })
    const broken = storage({ private_key: 'not a key' })
    await expect(broken.list('')).rejects.toMatchObject({
      status: 503,
      message: expect.stringContaining('private key'),
    })
  })

  it('follows no link, and removes the link itself', async () => {
    const { folder, root, server, storage } = opened
    const { write, open, list, find, removeFolder } = storage({ password: server.password })
    await mkdir(root, { recursive: true })
    await mkdir(join(folder, 'other'))
    await writeFile(join(folder, 'other', 'secret'), 'secret')
    await symlink(join(folder, 'other'), join(root, 'link'))
    await symlink('../other/secret', join(root, 'file'))
    expect(await open('link/secret')).toBeNull()
    expect(await open('file')).toBeNull()
    expect(await find('link')).toBeNull()
    expect(await list('link')).toBeNull()
    expect(await list('')).toEqual([])
    await expect(write('link/new', bytes('x'))).rejects.toMatchObject({ status: 409 })
    await write('file', bytes('new'))
    await removeFolder('link/secret')
    await removeFolder('link')
    expect(await readdir(join(folder, 'other'))).toEqual(['secret'])
    expect(await readFile(join(folder, 'other', 'secret'), 'utf8')).toBe('secret')
    expect(await readdir(root)).toEqual(['file'])
  })

  it('signs in by key, and removes drafts that were abandoned a week ago', async () => {
    const { root, server, storage } = opened
    const { write, open, list } = storage({ private_key: server.privateKey, host_fingerprint: server.fingerprint })
    await write('kept/a.txt', bytes('a'))
    const file = await open('kept/a.txt')
    expect(file === null ? null : await text(file.content({ start: 0, end: 0 }))).toBe('a')
    const draft = join(root, 'kept', '.00000000-0000-4000-8000-000000000000.part')
    await writeFile(draft, 'half')
    expect(await list('kept')).toMatchObject([{ name: 'a.txt' }])
    expect(await readdir(join(root, 'kept'))).toHaveLength(2)
    const long = Date.now() / 1000 - 8 * 24 * 60 * 60
    await utimes(draft, long, long)
    await list('kept')
    expect(await readdir(join(root, 'kept'))).toEqual(['a.txt'])
  })
})
