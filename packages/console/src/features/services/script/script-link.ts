import type { ListedService } from '../../../instance/service-list.ts'
import { type ConfigKey, configKey } from '../draft-members.ts'

/** Where the text of a script is kept, when it is not kept with the service. */
export interface ScriptLink {
  readonly service: ListedService
  /** It is a repository, with versions. */
  readonly versioned: boolean
  readonly repository: string
  readonly reference: string
  readonly path: string
}

const repositories = new Set(['github', 'gitlab', 'bitbucket'])

type Values = { readonly [setting: ConfigKey]: unknown }

export function isRepository({ type }: Pick<ListedService, 'type'>): boolean {
  return repositories.has(type)
}

/** The link of a script; null when its text is kept with the service, or in a service that is not known. */
export function scriptLink(values: Values, services: readonly ListedService[]): ScriptLink | null {
  const id = values[configKey('storage_service_id')]
  const service = services.find((one) => String(one.id) === String(id))
  if (!service) return null
  const text = (name: string) => String(values[configKey(name)] ?? '').trim()
  return {
    service,
    versioned: isRepository(service),
    repository: text('scm_repository'),
    reference: text('scm_reference'),
    path: text('storage_path'),
  }
}

/** Whether all is said that it takes to find the script. */
export function canPull({ versioned, repository, reference, path }: ScriptLink): boolean {
  return path !== '' && (!versioned || (repository !== '' && reference !== ''))
}

/** The call that reads the script; see docs/console.md. */
export function pullCall(link: ScriptLink): {
  readonly path: string
  readonly params: Record<string, string | number>
} {
  const { service, versioned, repository, reference, path } = link
  const name = encodeURIComponent(service.name)
  if (!versioned) return { path: `${name}/${inSegments(path)}`, params: {} }
  return { path: `${name}/_repo/${inSegments(repository)}`, params: { path, branch: reference, content: 1 } }
}

function inSegments(path: string): string {
  return path.replace(/^\/+/, '').split('/').map(encodeURIComponent).join('/')
}

/** What changes with another choice of a service: everything that was said about the former one, and the text. */
export function linkedTo(id: number | null): readonly (readonly [ConfigKey, unknown])[] {
  return [
    [configKey('storage_service_id'), id === null ? '' : String(id)],
    [configKey('scm_repository'), ''],
    [configKey('scm_reference'), ''],
    [configKey('storage_path'), ''],
    ...(id === null ? [] : [[configKey('content'), ''] as const]),
  ]
}
