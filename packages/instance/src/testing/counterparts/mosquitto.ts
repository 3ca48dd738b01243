import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, isInstalled } from '../installed-program.ts'
import { testCertificate } from '../test-certificate.ts'
import { listensOn, startProgram } from './running-program.ts'

export const hasMosquitto = isInstalled('mosquitto')

/** Starts a Mosquitto with one user, on its own ports with and without TLS. */
export async function openMosquitto() {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-mosquitto-'))
  const port = await freePort()
  const securePort = await freePort()
  const credentials = { username: 'tester', password: 'pass wörd' }
  const salt = randomBytes(12)
  const hash = pbkdf2Sync(credentials.password, salt, 101, 64, 'sha512')
  const { certificate, privateKey } = await testCertificate('localhost')
  const write = (name: string, text: string) => writeFile(join(folder, name), text, { mode: 0o600 })
  await write('users', `${credentials.username}:$7$101$${salt.toString('base64')}$${hash.toString('base64')}\n`)
  await write('cert.pem', certificate)
  await write('key.pem', privateKey)
  const config = [
    'user root',
    'per_listener_settings false',
    'allow_anonymous false',
    `password_file ${folder}/users`,
    `listener ${port} 127.0.0.1`,
    `listener ${securePort} 127.0.0.1`,
    `certfile ${folder}/cert.pem`,
    `keyfile ${folder}/key.pem`,
  ]
  await write('mosquitto.conf', `${config.join('\n')}\n`)
  const args = ['-c', join(folder, 'mosquitto.conf')]
  const server = await startProgram('mosquitto', args, {
    isReady: async () => (await listensOn(port)) && listensOn(securePort),
  })
  return {
    port,
    securePort,
    credentials,
    /** Path of the server's certificate. */
    trusted: join(folder, 'cert.pem'),
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
