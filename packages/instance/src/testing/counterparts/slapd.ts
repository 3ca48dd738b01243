import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, isInstalled, serverPath } from '../installed-program.ts'
import { testCertificate } from '../test-certificate.ts'
import { listensOn, startProgram } from './running-program.ts'

export const hasDirectory = isInstalled('slapd') && isInstalled('slapadd')

export interface TestDirectory {
  readonly port: number
  /** For LDAPS. */
  readonly securePort: number
  /** The CA certificate. */
  readonly certificate: string
  /** The account that may read everything. */
  readonly searcher: { readonly username: string; readonly password: string }
  close(): Promise<void>
}

export const testBase = 'dc=example,dc=test'

/** Attributes of Active Directory that are used for signing in. */
const windowsAttributes = `
attributetype ( 1.2.840.113556.1.4.221 NAME 'sAMAccountName' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.656 NAME 'userPrincipalName' EQUALITY caseIgnoreMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 SINGLE-VALUE )
attributetype ( 1.2.840.113556.1.4.2 NAME 'objectGUID' EQUALITY octetStringMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.40 SINGLE-VALUE )
objectclass ( 1.2.840.113556.1.5.9 NAME 'windowsPerson' SUP top AUXILIARY MAY ( sAMAccountName $ userPrincipalName $ objectGUID ) )
`

const settings = (folder: string) => `
${['core', 'cosine', 'inetorgperson', 'nis'].map((name) => `include /etc/ldap/schema/${name}.schema`).join('\n')}
include ${folder}/windows.schema
pidfile ${folder}/pid
TLSCACertificateFile ${folder}/certificate
TLSCertificateFile ${folder}/certificate
TLSCertificateKeyFile ${folder}/key
disallow bind_anon
database ldif
suffix "${testBase}"
rootdn "cn=admin,${testBase}"
rootpw searching
directory ${folder}/data
access to attrs=userPassword by anonymous auth by * none
access to * by dn.exact="cn=admin,${testBase}" read by users read by * none
`

/** Starts a real directory server on its own ports. `entries`: LDIF below the base. */
export async function openTestDirectory(entries: string): Promise<TestDirectory> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-directory-'))
  const { certificate, privateKey } = await testCertificate()
  await mkdir(join(folder, 'data'))
  const base = `dn: ${testBase}\nobjectClass: dcObject\nobjectClass: organization\ndc: example\no: Example\n`
  const files = { certificate, key: privateKey, 'windows.schema': windowsAttributes, settings: settings(folder) }
  for (const [name, text] of Object.entries({ ...files, entries: `${base}\n${entries}` })) {
    await writeFile(join(folder, name), text, { mode: 0o600 })
  }
  const file = join(folder, 'settings')
  execFileSync('slapadd', ['-f', file, '-l', join(folder, 'entries')], { env: serverPath, stdio: 'pipe' })
  const port = await freePort()
  const securePort = await freePort()
  const addresses = `ldap://127.0.0.1:${port} ldaps://127.0.0.1:${securePort}`
  const { close } = await startProgram('slapd', ['-f', file, '-h', addresses, '-d', '0'], {
    isReady: () => listensOn(securePort),
  })
  return {
    port,
    securePort,
    certificate,
    searcher: { username: `cn=admin,${testBase}`, password: 'searching' },
    async close() {
      await close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
