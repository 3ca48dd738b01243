import { createHash } from 'node:crypto'
import { chmod, chown, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, isInstalled } from '../installed-program.ts'
import { listensOn, startProgram } from './running-program.ts'

export const hasApache = isInstalled('apache2')

const modules = '/usr/lib/apache2/modules'
const credentials = { username: 'tester', password: 'pass wörd:1' }

/** An Apache whose module `dav_fs` serves `/files` from its own folder, for one user with Basic or Digest authentication. */
export async function openApache(way: 'basic' | 'digest') {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-apache-'))
  const port = await freePort()
  await mkdir(join(folder, 'files'), { mode: 0o777 })
  const { username, password } = credentials
  const digest = createHash('md5').update(`${username}:files:${password}`).digest('hex')
  const sha = createHash('sha1').update(password).digest('base64')
  const line = way === 'digest' ? `${username}:files:${digest}` : `${username}:{SHA}${sha}`
  await writeFile(join(folder, 'users'), `${line}\n`)
  const loaded = [
    'mpm_event',
    'authn_core',
    'authn_file',
    'authz_core',
    'authz_user',
    'auth_basic',
    'auth_digest',
    'dav',
    'dav_fs',
    'alias',
    'env',
    'setenvif',
  ]
  const config = [
    `ServerRoot ${folder}`,
    `ServerName 127.0.0.1`,
    `Listen 127.0.0.1:${port}`,
    `PidFile ${folder}/pid`,
    `ErrorLog ${folder}/log`,
    `DefaultRuntimeDir ${folder}`,
    ...(process.getuid?.() === 0 ? ['User #65534', 'Group #65534'] : []),
    ...loaded.map((name) => `LoadModule ${name}_module ${modules}/mod_${name}.so`),
    `DavLockDB ${folder}/locks`,
    'AllowEncodedSlashes On',
    `Alias /files ${folder}/files`,
    `<Directory ${folder}/files>`,
    'Dav On',
    `AuthType ${way === 'digest' ? 'Digest' : 'Basic'}`,
    'AuthName files',
    ...(way === 'digest' ? ['AuthDigestProvider file'] : ['AuthBasicProvider file']),
    `AuthUserFile ${folder}/users`,
    'Require valid-user',
    '</Directory>',
  ]
  await writeFile(join(folder, 'apache.conf'), `${config.join('\n')}\n`)
  await chmod(folder, 0o755)
  if (process.getuid?.() === 0) for (const each of [folder, join(folder, 'files')]) await chown(each, 65_534, 65_534)
  const args = ['-D', 'FOREGROUND', '-f', join(folder, 'apache.conf')]
  const server = await startProgram('apache2', args, { isReady: () => listensOn(port) })
  return {
    port,
    credentials,
    async close() {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
