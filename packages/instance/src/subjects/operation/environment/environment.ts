import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Problem } from '@millwright/contract/problem'
import type { Environment, Platform } from '@millwright/contract/wire/environment'
import type { Parts } from '../../../gateway/parts.ts'
import type { ScriptRunner } from '../../../gateway/ports/script-runner.ts'
import { type ApiRequest, responseOrigin } from '../../../request/api-request.ts'
import type { SystemResource } from '../../ground/system/resource.ts'
import type { Directory } from '../../identity/people/directory.ts'
import type { PolicyStore } from '../../identity/people/two-step/policy.ts'
import { createFacts, type Facts, type LaunchableApp, publicAppearance } from './facts.ts'
import { appEntry, authentication, basicPlatform, operatorPlatform, requestSections, runtimeOf } from './sections.ts'

type EnvironmentParts = Pick<Parts, 'config' | 'store' | 'kinds' | 'appsPlace'> & {
  readonly runner: Pick<ScriptRunner, 'weaknesses'>
}

/**
 * `system/environment`: how to log in, and basic facts. Callers who are signed in or use the key of an app with a role get
 * more, and system administrators most (docs/wire/environment.md).
 */
export function createEnvironmentResource(
  { config, store, kinds, appsPlace, runner }: EnvironmentParts,
  directory: Directory,
  policy: PolicyStore,
): SystemResource {
  const facts = createFacts(store)
  let packages: ReturnType<typeof readPackages> | null = null

  async function environment(request: ApiRequest): Promise<Environment> {
    const known = await facts()
    const { user, app, sysadmin } = request.caller
    const apps = await visibleApps(request, known)
    const origin = responseOrigin(request)
    const appsUrl = appsPlace.originFor(origin)
    const entry = {
      origin,
      appsOrigin: appsUrl ?? origin,
      defaultApp: user?.default_app_id ?? known.defaultApp,
      signedIn: user !== null,
    }
    const answer: Environment = {
      authentication: {
        ...authentication(known, { config, kinds }),
        ...((await policy.read()) === 'off' ? {} : { passkeys: true }),
      },
      apps: apps.map((each) => appEntry(each, entry)),
      platform: { root_admin_exists: known.rootAdminExists },
      ...instanceOf(known),
    }
    if (user === null && (app === null || app.role_id === null)) return answer
    if (sysadmin) packages ??= readPackages()
    const operator = sysadmin && packages !== null ? operatorPlatform(config, store.engine, packages) : {}
    return {
      ...answer,
      platform: {
        ...basicPlatform(config, known),
        ...operator,
        ...(appsUrl === null ? {} : { apps_url: appsUrl }),
        root_admin_exists: known.rootAdminExists,
      },
      ...requestSections(request),
      ...(sysadmin ? { runtime: runtimeOf(runner) } : {}),
      ...(sysadmin ? { instance: { ...answer.instance, readOnly: known.consoleLock } } : {}),
      ...(known.homeLinks === null ? {} : { home_links: [...known.homeLinks] }),
    }
  }

  /** Values set by an administrator take precedence over the startup settings. Values that neither defines are omitted. */
  function instanceOf(known: Facts): Pick<Environment, 'instance'> {
    const instance = { ...publicAppearance(config.console), ...known.instance }
    return Object.keys(instance).length === 0 ? {} : { instance }
  }

  async function visibleApps({ caller: { user, sysadmin } }: ApiRequest, { apps }: Facts): Promise<LaunchableApp[]> {
    if (sysadmin) return [...apps]
    const person = user === null ? null : await directory.person(user.id)
    return apps.filter(({ id, role_id }) => role_id !== null || person?.value?.roles.has(id))
  }

  return {
    name: 'environment',
    label: 'Environment',
    description: 'How to log in, which apps there are, and what this instance is and offers.',
    singleton: true,
    keeps: 'nothing',
    readOnly: true,
    async handle(request, rest) {
      if (rest.length > 0) throw new Problem(404, `Resource '${rest.join('/')}' not found.`)
      if (request.verb !== 'GET') throw new Problem(400, `${request.verb} is not supported on 'environment'.`)
      return { status: 200, body: await environment(request) }
    },
  }
}

type Packages = NonNullable<Platform['packages']>

/** Reads the instance's dependencies with their installed versions, by name. */
export function readPackages(from: string = import.meta.dirname): Packages {
  const root = folderWith('package.json', from)
  if (root === null) return { error: 'The list of packages is not part of this installation.' }
  const { dependencies } = readManifest(join(root, 'package.json'))
  return Object.keys(dependencies)
    .sort()
    .flatMap((name) => {
      const folder = folderWith(join('node_modules', name, 'package.json'), root)
      return folder === null ? [] : [readManifest(join(folder, 'node_modules', name, 'package.json'))]
    })
    .map(({ name, version }) => ({ name, version }))
}

/** The nearest ancestor folder that contains the file, or `null`. */
function folderWith(file: string, from: string): string | null {
  if (existsSync(join(from, file))) return from
  const parent = dirname(from)
  return parent === from ? null : folderWith(file, parent)
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
}

function readManifest(file: string): Manifest {
  const { name = '', version = '', dependencies = {} } = JSON.parse(readFileSync(file, 'utf8'))
  return { name, version, dependencies }
}
