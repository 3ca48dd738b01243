import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { messageOf } from '@millwright/connector/error-words'
import type { ServiceKinds } from '../../../gateway/ports/service-kinds.ts'
import { createRedisCheck } from '../../../platform/connections/redis.ts'
import { whyNotListening } from '../../../platform/port-probe.ts'
import type { Config } from '../../../platform/settings/config.ts'
import { createKeyRing, findSecret, secretFile } from '../../../platform/vault.ts'
import { whyUnwritable } from '../../../store/data-folder.ts'
import { parseKeys, storedText } from '../../../store/follow-keys.ts'
import { appliedNumbers, incompatibilityReason, isNewest, schemaVersion } from '../../../store/migrations/migrate.ts'
import { NoInstance, onExistingStore } from '../../../store/open-store.ts'
import type { Store } from '../../../store/store.ts'
import { unsharedFolders } from '../../data/files/shared-folders.ts'
import { isMisplaced } from '../../identity/roles/role.ts'
import { findLaunch, weakIsolation } from '../../integrations/scripts/run/launch.ts'
import { checkOf, refuseLostSecret, refuseOtherSecret } from '../seed/secret-check.ts'

/** The result of one check. `note` is a sentence or a fact. */
export interface Finding {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'failure'
  readonly note: string
}

type Found = Omit<Finding, 'name'>
type DoctorConfig = Pick<
  Config,
  | 'dataFolder'
  | 'databaseUrl'
  | 'databaseListenUrl'
  | 'changesBy'
  | 'redisUrl'
  | 'secret'
  | 'host'
  | 'port'
  | 'appsPort'
  | 'publicUrl'
>

const ok = (note: string): Found => ({ state: 'ok', note })
const warning = (note: string): Found => ({ state: 'warning', note })
const failure = (note: string): Found => ({ state: 'failure', note })

const megabyte = 1024 ** 2
const leastFree = 100 * megabyte
const comfortablyFree = 1024 * megabyte
/** Milliseconds for a response of the instance. */
const patience = 5000

/**
 * Checks whether an instance could run, or runs, with these settings, without changing anything (docs/operate/install.md).
 * @returns one finding per check, causes before their effects
 */
export async function examine(config: DoctorConfig, kinds: ServiceKinds): Promise<Finding[]> {
  const checks: readonly (readonly [name: string, check: () => Promise<Found> | Found])[] = [
    ['node', () => ok(`Node ${process.versions.node}`)],
    ['data folder', () => dataFolder(config.dataFolder)],
    ['disk', () => disk(config.dataFolder)],
    ['secret', () => secret(config)],
    ['store', () => store(config)],
    ['shared files', () => sharedFiles(config, kinds)],
    ['row filters', () => rowFilters(config, kinds)],
    ['scripts', () => scripts(config.dataFolder)],
    ['redis', () => redis(config.redisUrl)],
    ['port', () => port(config.host, config.port)],
    ['apps port', () => (config.appsPort ? port(config.host, config.appsPort) : ok('not set'))],
    ['public URL', () => publicUrl(config)],
  ]
  const findings: Finding[] = []
  for (const [name, check] of checks) {
    findings.push({ name, ...(await outcomeOf(check)) })
  }
  return findings
}

async function outcomeOf(check: () => Promise<Found> | Found): Promise<Found> {
  try {
    return await check()
  } catch (error) {
    return failure(messageOf(error))
  }
}

function dataFolder(folder: string): Found {
  if (!existsSync(folder)) return warning(`${folder} does not exist; it will be created at first start.`)
  const reason = whyUnwritable(folder)
  return reason === null ? ok(folder) : failure(reason)
}

async function disk(folder: string): Promise<Found> {
  if (!existsSync(folder)) return ok('not checked: no data folder yet')
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  const note = `${Math.floor(free / megabyte)} MB are free for ${folder}`
  if (free < leastFree) return failure(`${note}. Free up disk space.`)
  return free < comfortablyFree ? warning(`${note}.`) : ok(note)
}

function secret(config: DoctorConfig): Found {
  const found = findSecret(config)
  const file = secretFile(config.dataFolder)
  if (found === null)
    return warning(`Neither ${file} nor MILLWRIGHT_SECRET has one; a new instance generates it at first start.`)
  if (config.secret !== null) return ok('from MILLWRIGHT_SECRET')
  const readByOthers = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0
  return readByOthers ? warning(`${file} can be read by other users. Run: chmod 600 ${file}`) : ok(file)
}

async function store(config: DoctorConfig): Promise<Found> {
  try {
    return await existingStore(config)
  } catch (error) {
    if (error instanceof NoInstance)
      return warning(`${error.message} If that is expected, one will be created at first start.`)
    throw error
  }
}

function existingStore(config: DoctorConfig): Promise<Found> {
  return onExistingStore(config, { beside: true, newest: false }, async (opened) => {
    const reason = await incompatibilityReason(opened)
    if (reason !== null) return failure(reason)
    const found = findSecret(config)
    if (found === null) await refuseLostSecret(opened, config)
    else await checkSecret(opened, found)
    const form = Math.max(...(await appliedNumbers(opened)))
    const note = `${opened.engine.name}, schema version ${form}`
    if (opened.changes.interruption !== null) return failure(opened.changes.interruption)
    return (await isNewest(opened))
      ? ok(note)
      : warning(`${note}; the next start upgrades it to schema version ${schemaVersion}.`)
  })
}

async function checkSecret({ db }: Store, secret: Buffer): Promise<void> {
  const ring = createKeyRing(secret)
  ring.adopt(parseKeys(await storedText(db)))
  const check = await checkOf(db)
  if (check !== null) refuseOtherSecret(check, ring.vault)
}

/** Looks into the tables of an instance, if there is one. */
function inInstance(config: DoctorConfig, look: (store: Store) => Promise<Found>): Promise<Found> {
  return onExistingStore(config, { beside: true, newest: false }, look).catch((error: unknown) => {
    if (error instanceof NoInstance) return ok('not checked: no instance yet')
    throw error
  })
}

async function sharedFiles(config: DoctorConfig, kinds: ServiceKinds): Promise<Found> {
  if (config.databaseUrl === null) return ok('needed only by several nodes')
  return inInstance(config, async (store) => {
    const reason = await unsharedFolders({ store, kinds, dataFolder: config.dataFolder })
    return reason === null ? ok('no folder differs from that of other nodes') : warning(reason)
  })
}

/** Roles saved by earlier versions may have row filters where nothing applies them. */
function rowFilters(config: DoctorConfig, kinds: ServiceKinds): Promise<Found> {
  return inInstance(config, async ({ db }) => {
    const rows = await db
      .selectFrom('role_service_access as access')
      .innerJoin('role', 'role.id', 'access.role_id')
      .leftJoin('service', 'service.id', 'access.service_id')
      .select(['role.name as role', 'access.filters', 'access.component', 'access.service_id', 'service.type'])
      .where('access.filters', 'is not', null)
      .execute()
    const roles = [...new Set(rows.filter((row) => isMisplaced(row, kinds)).map(({ role }) => `'${role}'`))]
    if (roles.length === 0) return ok('of roles only apply to tables')
    return warning(
      `These roles have row filters on something other than tables of databases, which is denied until they are removed: ${roles.join(', ')}.`,
    )
  })
}

async function scripts(dataFolder: string): Promise<Found> {
  if (!existsSync(dataFolder)) return ok('not checked: no data folder yet')
  const launch = await findLaunch('nodejs', dataFolder)
  if (launch === null) return failure('Scripts cannot be started on this machine.')
  const sentence = weakIsolation(launch.weaknesses)
  return sentence === null ? ok('are isolated from the network and the data folder') : warning(sentence)
}

async function redis(url: string | null): Promise<Found> {
  if (url === null) return ok('not set')
  const check = createRedisCheck(url, true)
  try {
    const reason = await check.check()
    return reason === null ? ok('responds') : failure(reason)
  } finally {
    await check.close()
  }
}

async function port(host: string, number: number): Promise<Found> {
  const error = await whyNotListening(host, number)
  if (error === null) return ok(`${number} is free`)
  const code = error.code ?? error.message
  if (code === 'EADDRINUSE') {
    const url = `http://${host.includes(':') ? `[${host}]` : host}:${number}`
    return (await isLive(url))
      ? ok(`an instance answers on ${number}`)
      : failure(`Port ${number} is in use by another program. Choose another one with MILLWRIGHT_PORT or --port.`)
  }
  return failure(`Cannot listen on port ${number} of ${host} (${code}). Check MILLWRIGHT_HOST and MILLWRIGHT_PORT.`)
}

async function publicUrl({ publicUrl: url, host, port: number }: DoctorConfig): Promise<Found> {
  const isLocal = host === '127.0.0.1' || host === '::1' || host === 'localhost'
  if (url === null) {
    return isLocal
      ? ok('not set')
      : warning('MILLWRIGHT_PUBLIC_URL is not set: links in emails and single sign-on use the address of each request.')
  }
  if (await isLive(url)) return ok(`${url} leads to an instance`)
  const runs = (await whyNotListening(host, number))?.code === 'EADDRINUSE'
  return runs
    ? failure(`${url} does not lead to an instance, although one may be running here. Check the proxy in front of it.`)
    : warning(`${url} does not lead to an instance, and none is running here yet.`)
}

async function isLive(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(patience), redirect: 'manual' })
    const body: unknown = await answer.json()
    return answer.status === 200 && Object(body).status === 'live'
  } catch {
    return false
  }
}
