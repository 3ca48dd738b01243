import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, isInstalled } from '../installed-program.ts'
import { testCertificate } from '../test-certificate.ts'
import { listensOn, type RunningProgram, startProgram } from './running-program.ts'
import type { PreparedSaml, SamlCounterpart, TrustedService } from './saml-counterpart.ts'

const program = '/usr/share/simplesamlphp'

/** As packaged by Debian, in PHP's built-in web server. */
export const simpleSamlPhp: SamlCounterpart = {
  name: 'SimpleSAMLphp',
  answers: isInstalled('php') && existsSync(join(program, 'www')),
  prepare,
}

const ann = { name: 'ann', password: 'pass word', mail: 'ann@example.test', first: 'Ann', last: 'Lee' }
const emailFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'

async function prepare(): Promise<PreparedSaml> {
  const folder = await mkdtemp(join(tmpdir(), 'millwright-simplesamlphp-'))
  for (const name of ['config', 'metadata', 'sessions']) await mkdir(join(folder, name))
  const port = await freePort()
  const base = `http://127.0.0.1:${port}`
  const { certificate, privateKey } = await testCertificate('provider.test')
  const entityId = `${base}/saml2/idp/metadata.php`
  const write = (name: string, content: string) => writeFile(join(folder, name), content, { mode: 0o600 })
  const env = { SIMPLESAMLPHP_CONFIG_DIR: join(folder, 'config') }
  let running: RunningProgram | null = null

  async function start(services: readonly TrustedService[]): Promise<void> {
    await write('provider.crt', certificate)
    await write('provider.pem', privateKey)
    await write('config/config.php', php('config', settings(base, folder)))
    await write('config/authsources.php', php('config', { people: people() }))
    await write('metadata/saml20-idp-hosted.php', php('metadata', { [entityId]: hosted }))
    const trusted = services.map((service) => [service.entityId, { ...read(service, env), ...options(service) }])
    await write('metadata/saml20-sp-remote.php', php('metadata', Object.fromEntries(trusted)))
    running = await startProgram('php', ['-S', `127.0.0.1:${port}`, '-t', join(program, 'www')], {
      env,
      isReady: () => listensOn(port),
    })
  }

  return {
    settings: {
      idp_entityId: entityId,
      idp_singleSignOnService_url: `${base}/saml2/idp/SSOService.php`,
      idp_singleLogoutService_url: `${base}/saml2/idp/SingleLogoutService.php`,
      idp_x509cert: certificate,
    },
    person: {
      fields: { username: ann.name, password: ann.password },
      mail: ann.mail,
      told: { first_name: ann.first, last_name: ann.last },
    },
    beginAt: (service) => `${base}/saml2/idp/SSOService.php?spentityid=${encodeURIComponent(service)}`,
    signOutAddress: `${base}/saml2/idp/SingleLogoutService.php?ReturnTo=${encodeURIComponent(`${base}/`)}`,
    start,
    async close() {
      await running?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const settings = (base: string, folder: string) => ({
  baseurlpath: `${base}/`,
  certdir: `${folder}/`,
  datadir: `${folder}/`,
  tempdir: `${folder}/tmp`,
  metadatadir: `${folder}/metadata/`,
  'logging.handler': 'errorlog',
  'session.phpsession.savepath': `${folder}/sessions`,
  'session.phpsession.cookiename': 'SimpleSAMLphp',
  'session.cookie.secure': false,
  'store.type': 'phpsession',
  secretsalt: 'of tests',
  'auth.adminpassword': 'of tests',
  technicalcontact_email: 'nobody@example.test',
  timezone: 'UTC',
  'enable.saml20-idp': true,
  'module.enable': { core: true, saml: true, exampleauth: true },
  'metadata.sources': [{ type: 'flatfile' }],
  'trusted.url.domains': ['127.0.0.1'],
})

function people() {
  const { name, password, mail, first, last } = ann
  const attributes = { uid: [name], mail: [mail], givenName: [first], sn: [last] }
  return { 0: 'exampleauth:UserPass', [`${name}:${password}`]: attributes }
}

const redirected = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect'
const posted = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST'

const hosted = {
  host: '__DEFAULT__',
  privatekey: 'provider.pem',
  certificate: 'provider.crt',
  auth: 'people',
  SingleSignOnServiceBinding: [redirected, posted],
  SingleLogoutServiceBinding: [redirected, posted],
  NameIDFormat: emailFormat,
  authproc: { 1: { class: 'saml:AttributeNameID', attribute: 'mail', Format: emailFormat } },
}

/** Requires signatures on all messages. */
const options = ({ isEncrypted }: TrustedService) => ({
  'validate.authnrequest': true,
  'redirect.sign': true,
  'redirect.validate': true,
  'sign.logout': true,
  'validate.logout': true,
  'assertion.encryption': isEncrypted,
})

/** Parses a service's metadata with the program's own parser. */
function read({ metadata }: TrustedService, env: NodeJS.ProcessEnv): Record<string, unknown> {
  const script =
    `require '${program}/lib/_autoload.php';` +
    '$found = SimpleSAML\\Metadata\\SAMLParser::parseString(stream_get_contents(STDIN))->getMetadata20SP();' +
    "unset($found['entityDescriptor'], $found['metadata-set']); echo json_encode($found);"
  const told = execFileSync('php', ['-r', script], {
    input: metadata,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const found: unknown = JSON.parse(told.toString())
  return typeof found === 'object' && found !== null ? { ...found } : {}
}

/** A PHP file that sets a variable, as in the program's configuration. */
const php = (variable: string, value: object) => `<?php\n$${variable} = ${phpValue(value)};\n`

function phpValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(phpValue).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    return `[${Object.entries(value)
      .map(([key, each]) => `${phpKey(key)} => ${phpValue(each)}`)
      .join(', ')}]`
  }
  return typeof value === 'string' ? phpText(value) : JSON.stringify(value)
}

const phpKey = (key: string) => (/^\d+$/.test(key) ? key : phpText(key))
const phpText = (text: string) => `'${text.replace(/['\\]/g, '\\$&')}'`
