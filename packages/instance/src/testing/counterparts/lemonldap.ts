import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, isInstalled } from '../installed-program.ts'
import { listensOn, type RunningProgram, startProgram } from './running-program.ts'

/** Whether the portal is installed with everything it needs; some of that its packages only suggest. */
export function hasLemonLdap(issuer: 'SAML' | 'OpenIDConnect'): boolean {
  if (!isInstalled('plackup')) return false
  const needed = ['Main', 'Captcha::SecurityImage', `Issuer::${issuer}`]
  try {
    execFileSync('perl', [...needed.map((name) => `-MLemonldap::NG::Portal::${name}`), '-e', '1'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

export interface LemonLdap {
  /** Without a trailing slash. */
  readonly portal: string
  /** Values for the login form, of one of its demonstration users. */
  readonly person: { readonly user: string; readonly password: string }
  readonly mail: string
  readonly fullName: string
  /** `settings`: in addition to those of every portal. */
  start(settings: Readonly<Record<string, unknown>>): Promise<void>
  close(): Promise<void>
}

/** Prepares a LemonLDAP::NG portal with its demonstration users, without starting it. */
export async function prepareLemonLdap(): Promise<LemonLdap> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-lemonldap-'))
  for (const name of ['conf', 'sessions', 'sessions-lock', 'lasting', 'lasting-lock', 'cache']) {
    await mkdir(join(folder, name))
  }
  const port = await freePort()
  const portal = `http://127.0.0.1:${port}`
  let running: RunningProgram | null = null
  return {
    portal,
    person: { user: 'dwho', password: 'dwho' },
    mail: 'dwho@badwolf.org',
    fullName: 'Doctor Who',
    async start(settings) {
      const files = {
        'lemonldap-ng.ini': ini(folder),
        'conf/lmConf-1.json': JSON.stringify({ ...usual(portal, folder), ...settings }),
        'portal.psgi': 'use Lemonldap::NG::Portal::Main; Lemonldap::NG::Portal::Main->run({});\n',
      }
      for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text, { mode: 0o600 })
      const args = ['--host', '127.0.0.1', '--port', String(port), '--env', 'production', join(folder, 'portal.psgi')]
      running = await startProgram('plackup', args, {
        env: { LLNG_DEFAULTCONFFILE: join(folder, 'lemonldap-ng.ini') },
        cwd: folder,
        isReady: () => listensOn(port),
      })
    },
    async close() {
      await running?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const ini = (folder: string) => `[all]
logLevel = warn
logger = Lemonldap::NG::Common::Logger::Std
userLogger = Lemonldap::NG::Common::Logger::Std
[configuration]
type = File
dirName = ${folder}/conf
localStorage = Cache::FileCache
localStorageOptions = { 'namespace' => 'settings', 'cache_root' => '${folder}/cache', 'cache_depth' => 3 }
[portal]
templateDir = /usr/share/lemonldap-ng/portal/templates
staticPrefix = /static
languages = en
`

const usual = (portal: string, folder: string) => ({
  cfgNum: 1,
  cfgDate: 1,
  cfgVersion: '2.16.1',
  portal: `${portal}/`,
  domain: '127.0.0.1',
  cookieName: 'lemonldap',
  securedCookie: 0,
  authentication: 'Demo',
  userDB: 'Same',
  passwordDB: 'Demo',
  demoExportedVars: { cn: 'cn', mail: 'mail', uid: 'uid' },
  whatToTrace: 'uid',
  locationRules: { '127.0.0.1': { default: 'accept' } },
  exportedHeaders: {},
  exportedVars: {},
  macros: {},
  groups: {},
  globalStorage: 'Apache::Session::File',
  globalStorageOptions: storage(folder, 'sessions'),
  persistentStorage: 'Apache::Session::File',
  persistentStorageOptions: storage(folder, 'lasting'),
  localSessionStorage: 'Cache::FileCache',
  localSessionStorageOptions: { namespace: 'sessions', cache_root: `${folder}/cache`, cache_depth: 3 },
  key: 'of tests',
})

const storage = (folder: string, name: string) => ({
  Directory: join(folder, name),
  LockDirectory: join(folder, `${name}-lock`),
  generateModule: 'Lemonldap::NG::Common::Apache::Session::Generate::SHA256',
})
