import { generateKeyPairSync } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { hasOpenSsh, openOpenSsh } from '@millwright/instance/testing/counterparts/openssh'
import { fixture } from '@millwright/instance/testing/fixture'
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { open as openSftpStorage } from './sftp-storage.ts'

const bytes = (content: string) => new TextEncoder().encode(content)

describe("OpenSSH's server", () => {
  if (!hasOpenSsh) return it.skipIf(!hasOpenSsh)('where the server is installed', () => {})

  const ssh = fixture(
    () => openOpenSsh(),
    ({ close }) => close(),
  )
  let usual: number
  beforeAll(async () => {
    usual = await ssh.serve()
  })
  const saved = (name: string) => readFile(join(ssh.home, 'files', name), 'utf8')

  function storageOn(port: number, settings: object = {}) {
    const config = { host: '127.0.0.1', port, ...ssh.credentials, container: 'files', timeout: 20, ...settings }
    const storage = openSftpStorage(config)
    onTestFinished(async () => storage.close?.())
    return storage
  }
  const refused = (sentence: string) => ({ status: 503, message: expect.stringContaining(sentence) })

  it('is rejected if it has none of the configured fingerprints', async () => {
    const host_fingerprint = `SHA256:${'A'.repeat(43)}`
    await expect(storageOn(usual, { host_fingerprint }).list('')).rejects.toMatchObject(
      refused('its fingerprint is not the one'),
    )
  })

  it('rejects a wrong password and an unknown key', async () => {
    const { privateKey } = generateKeyPairSync('ed25519')
    const private_key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const host_fingerprint = ssh.fingerprints.rsa
    for (const wrong of [{ password: 'wrong' }, { private_key }, { password: 'wrong', host_fingerprint }]) {
      const sentence = 'refuses the username, password or key'
      await expect(storageOn(usual, wrong).list('')).rejects.toMatchObject(refused(sentence))
    }
  })

  it('is not contacted with a private key that the password cannot decrypt', async () => {
    const private_key = await ssh.newUserKey('-t', 'ed25519', '-a', '1', '-N', 'its own')
    for (const password of ['', 'wrong']) {
      const sentence = 'does not open it'
      await expect(storageOn(usual, { private_key, password }).list('')).rejects.toMatchObject(refused(sentence))
    }
  })

  it.each(['ed25519', 'ecdsa', 'rsa'] as const)('is identified by the fingerprint of its %s key', async (type) => {
    const storage = storageOn(usual, { host_fingerprint: ssh.fingerprints[type] })
    await storage.write(`${type}.txt`, bytes(type))
    expect(await saved(`${type}.txt`)).toBe(type)
  })

  it.each([
    ['an Ed25519 key', ['-t', 'ed25519', '-N', ''], ''],
    ['an ECDSA key', ['-t', 'ecdsa', '-b', '384', '-N', ''], ''],
    ['an ECDSA key in PKCS #8 form', ['-t', 'ecdsa', '-m', 'PKCS8', '-N', ''], ''],
    ['an RSA key', ['-t', 'rsa', '-b', '2048', '-N', ''], ''],
    ['an RSA key in PEM form', ['-t', 'rsa', '-b', '2048', '-m', 'PEM', '-N', ''], ''],
    ['an RSA key in PKCS #8 form', ['-t', 'rsa', '-b', '2048', '-m', 'PKCS8', '-N', ''], ''],
    ['a locked Ed25519 key', ['-t', 'ed25519', '-a', '1', '-N', 'its own'], 'its own'],
    ['a locked RSA key in PEM form', ['-t', 'rsa', '-b', '2048', '-m', 'PEM', '-N', 'its own'], 'its own'],
    ['a locked ECDSA key in PKCS #8 form', ['-t', 'ecdsa', '-m', 'PKCS8', '-N', 'its own'], 'its own'],
  ])('accepts %s', async (name, args, password) => {
    const private_key = await ssh.newUserKey(...args)
    await storageOn(usual, { private_key, password }).write('by-key.txt', bytes(name))
    expect(await saved('by-key.txt')).toBe(name)
  })

  it('may request the password by keyboard-interactive authentication', async () => {
    const port = await ssh.serve('PasswordAuthentication no', 'KbdInteractiveAuthentication yes')
    await storageOn(port).write('asked.txt', bytes('x'))
    expect(await saved('asked.txt')).toBe('x')
  })

  it('may require the password in addition to the key', async () => {
    const port = await ssh.serve('AuthenticationMethods publickey,password')
    const private_key = await ssh.newUserKey('-t', 'ed25519', '-N', '')
    await storageOn(port, { private_key }).write('both.txt', bytes('x'))
    expect(await saved('both.txt')).toBe('x')
  })

  it('may allow one attempt only', async () => {
    const port = await ssh.serve('MaxAuthTries 1')
    const private_key = await ssh.newUserKey('-t', 'ed25519', '-N', '')
    await storageOn(port).write('tried.txt', bytes('by password'))
    expect(await saved('tried.txt')).toBe('by password')
    await storageOn(port, { private_key }).write('tried.txt', bytes('by key'))
    expect(await saved('tried.txt')).toBe('by key')
  })

  it('may rekey a connection during transfers', async () => {
    const storage = storageOn(await ssh.serve('RekeyLimit 1M'))
    const long = Buffer.alloc(5_000_000, 'a line that is as long as no power of two\n')
    await Promise.all(['a', 'b'].map((name) => storage.write(name, long)))
    for (const name of ['a', 'b']) {
      const file = await storage.open(name)
      expect(file === null ? null : long.equals(await buffer(file.content()))).toBe(true)
    }
  })

  it('may confine its user to a folder that is not writable', async () => {
    const storage = storageOn(await ssh.serve('ChrootDirectory /run', 'ForceCommand internal-sftp -R'), {
      container: '/home/files',
    })
    await mkdir(join(ssh.home, 'files'), { recursive: true })
    await writeFile(join(ssh.home, 'files/read.txt'), 'only')
    const file = await storage.open('read.txt')
    expect(file === null ? null : await text(file.content())).toBe('only')
    await expect(storage.write('new.txt', bytes('x'))).rejects.toMatchObject({ status: 403 })
    await expect(storage.removeFile('read.txt')).rejects.toMatchObject({ status: 403 })
    await expect(storage.createFolder('new')).rejects.toMatchObject({ status: 403 })
  })

  it('produces a clear error if it offers no SFTP or no common algorithms', async () => {
    const silent = await ssh.serve('ForceCommand /bin/false')
    await expect(storageOn(silent).list('')).rejects.toMatchObject(refused('cannot be used now'))
    const unknown = await ssh.serve('KexAlgorithms sntrup761x25519-sha512@openssh.com')
    await expect(storageOn(unknown).list('')).rejects.toMatchObject(refused('no session could be opened'))
  })

  it('may have one type of host key only', async () => {
    const port = await ssh.serve('HostKeyAlgorithms ecdsa-sha2-nistp256')
    await storageOn(port, { host_fingerprint: ssh.fingerprints.ecdsa }).write('one.txt', bytes('x'))
    const other = storageOn(port, { host_fingerprint: ssh.fingerprints.rsa })
    await expect(other.list('')).rejects.toMatchObject(refused('its fingerprint is not the one'))
  })

  it.each([
    ['KexAlgorithms curve25519-sha256', 'Ciphers chacha20-poly1305@openssh.com'],
    ['Ciphers aes256-gcm@openssh.com', 'HostKeyAlgorithms rsa-sha2-512'],
    ['Ciphers aes256-ctr', 'MACs hmac-sha2-512-etm@openssh.com', 'HostKeyAlgorithms ecdsa-sha2-nistp256'],
  ])('may encrypt with %s', async (...settings) => {
    await storageOn(await ssh.serve(...settings)).write('hidden.txt', bytes('x'))
  })
})
