import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { isInstalled, serverPath } from '../installed-program.ts'
import { testCertificate } from '../test-certificate.ts'
import { listensOn, startProgram } from './running-program.ts'

/** It uses the standard LDAP ports, which only root may listen on. */
export const hasSambaDomain =
  userInfo().uid === 0 &&
  isInstalled('samba') &&
  isInstalled('samba-tool') &&
  existsSync('/usr/share/samba/setup/ad-schema')

export const domainBase = 'DC=corp,DC=example,DC=test'
const realm = 'corp.example.test'
const domain = 'CORP'
/** Milliseconds for each step of creating a domain. */
const patience = 180_000

export interface SambaDomain {
  /** Its own loopback address. */
  readonly host: string
  readonly certificate: string
  readonly administrator: { readonly username: string; readonly password: string }
  close(): Promise<void>
}

/** Creates an Active Directory domain that only serves LDAP. `entries`: LDIF. */
export async function openSambaDomain(entries: string): Promise<SambaDomain> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-samba-'))
  const host = `127.${randomInt(1, 255)}.${randomInt(255)}.${randomInt(1, 255)}`
  const password = 'Admin-of-tests-1'
  const { certificate, privateKey } = await testCertificate(`dc1.${realm}`, host)
  for (const [name, text] of Object.entries({ certificate, key: privateKey, 'add.py': addingEntries })) {
    await writeFile(join(folder, name), text, { mode: 0o600 })
  }
  const made = join(folder, 'domain')
  await run('samba-tool', [
    'domain',
    'provision',
    `--realm=${realm}`,
    `--domain=${domain}`,
    '--server-role=dc',
    '--dns-backend=NONE',
    `--adminpass=${password}`,
    `--targetdir=${made}`,
    '--host-name=dc1',
    '--host-ip=127.0.0.1',
  ])
  const file = join(folder, 'settings')
  await writeFile(file, settings(folder, made, host))
  await run('/usr/bin/python3', [join(folder, 'add.py'), file], entries)
  const { close } = await startProgram('samba', ['-i', '-M', 'single', '-s', file], {
    isReady: async () => (await listensOn(636, host)) && (await listensOn(389, host)),
  })
  return {
    host,
    certificate,
    administrator: { username: `Administrator@${realm}`, password },
    async close() {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const settings = (folder: string, made: string, host: string) => `[global]
realm = ${realm}
workgroup = ${domain}
netbios name = DC1
server role = active directory domain controller
server services = ldap
interfaces = ${host}/8
bind interfaces only = yes
disable netbios = yes
private dir = ${made}/private
state directory = ${made}/state
cache directory = ${made}/cache
lock directory = ${made}
pid directory = ${made}
ncalrpc dir = ${made}/ncalrpc
log file = ${made}/log
tls keyfile = ${folder}/key
tls certfile = ${folder}/certificate
tls cafile =
`

/** Much faster than running the tool once per entry. */
const addingEntries = `import sys
from samba.samdb import SamDB
from samba.param import LoadParm
from samba.auth import system_session
settings = LoadParm()
settings.load(sys.argv[1])
directory = SamDB(session_info=system_session(), lp=settings)
directory.transaction_start()
directory.add_ldif(sys.stdin.read())
directory.transaction_commit()
`

function run(program: string, args: readonly string[], input = ''): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      args,
      { env: serverPath, timeout: patience, maxBuffer: 2 ** 24 },
      (error, _, told) => (error === null ? resolve() : reject(new Error(`${program} failed:\n${told.slice(-2_000)}`))),
    )
    child.stdin?.on('error', () => undefined)
    child.stdin?.end(input)
  })
}
