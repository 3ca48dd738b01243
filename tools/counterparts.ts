/**
 * Third-party programs that the tests use if they are installed. Without an argument, lists those that are. With a name, starts
 * one in its own folder, prints what a service needs to use it, and removes it on Ctrl+C.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasAzurite, openAzurite } from '../packages/instance/src/testing/counterparts/azurite.ts'
import { proftpd, vsftpd } from '../packages/instance/src/testing/counterparts/ftp-servers.ts'
import {
  hasLemonLdapOpenId,
  openLemonLdapOpenId,
} from '../packages/instance/src/testing/counterparts/lemonldap-openid.ts'
import { lemonLdap } from '../packages/instance/src/testing/counterparts/lemonldap-saml.ts'
import { hasOpenSsh, openOpenSsh } from '../packages/instance/src/testing/counterparts/openssh.ts'
import { hasSambaDomain, openSambaDomain } from '../packages/instance/src/testing/counterparts/samba-domain.ts'
import { simpleSamlPhp } from '../packages/instance/src/testing/counterparts/simplesamlphp.ts'
import { hasDirectory, openTestDirectory } from '../packages/instance/src/testing/counterparts/slapd.ts'

interface Started {
  close(): Promise<void>
}

interface Counterpart {
  readonly isHere: boolean
  open(): Promise<Started>
}

const ftp = ({ answers, open }: typeof proftpd): Counterpart => ({
  isHere: answers,
  async open() {
    const folder = mkdtempSync(join(tmpdir(), 'millwright-ftp-'))
    const server = await open(folder, null)
    const close = async () => {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    }
    return { ...server, close }
  },
})

const saml = ({ answers, prepare }: typeof simpleSamlPhp): Counterpart => ({
  isHere: answers,
  async open() {
    const provider = await prepare()
    await provider.start([])
    return provider
  },
})

const counterparts: Readonly<Record<string, Counterpart>> = {
  openssh: {
    isHere: hasOpenSsh,
    async open() {
      const server = await openOpenSsh()
      return { ...server, port: await server.serve() }
    },
  },
  azurite: { isHere: hasAzurite, open: openAzurite },
  vsftpd: ftp(vsftpd),
  proftpd: ftp(proftpd),
  slapd: { isHere: hasDirectory, open: () => openTestDirectory('') },
  samba: { isHere: hasSambaDomain, open: () => openSambaDomain('') },
  simplesamlphp: saml(simpleSamlPhp),
  'lemonldap-saml': saml(lemonLdap),
  'lemonldap-openid': {
    isHere: hasLemonLdapOpenId,
    open: () => {
      const redirectUrl = 'http://127.0.0.1:8080/login'
      return openLemonLdapOpenId([{ id: 'millwright', secret: 'a secret', redirectUrl, signs: 'RS256' }])
    },
  },
}

const [name] = process.argv.slice(2)
const chosen = name === undefined ? undefined : counterparts[name]
if (chosen === undefined) {
  for (const [each, { isHere }] of Object.entries(counterparts))
    console.log(`${isHere ? 'here   ' : 'missing'}  ${each}`)
  process.exitCode = name === undefined ? 0 : 1
} else if (chosen.isHere) {
  const started = await chosen.open()
  console.log(JSON.stringify(started, null, 2))
  const alive = setInterval(() => {}, 60_000)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      clearInterval(alive)
      await started.close()
    })
  }
} else {
  console.log(`'${name}' is not installed here.`)
  process.exitCode = 1
}
