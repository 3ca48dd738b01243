import type { ListedService } from '@millwright/contract/wire/services'

/** The link of a script as form values: all empty if the script is stored in its own record. */
export type LinkValues = {
  readonly storage_service_id: string
  readonly scm_repository: string
  readonly scm_reference: string
  readonly storage_path: string
}

/** The location of a script that is not stored in its own record. */
export interface ScriptLink {
  readonly service: ListedService
  /** Whether the service is a repository with versions. */
  readonly versioned: boolean
  readonly repository: string
  readonly reference: string
  readonly path: string
}

const repositories = new Set(['github', 'gitlab', 'bitbucket'])

export function isRepository({ type }: Pick<ListedService, 'type'>): boolean {
  return repositories.has(type)
}

/** Returns the link of a script, or `null` if its text is stored in its record or the service is unknown. */
export function scriptLink(values: LinkValues, services: readonly ListedService[]): ScriptLink | null {
  const service = services.find((one) => String(one.id) === values.storage_service_id)
  if (!service) return null
  return {
    service,
    versioned: isRepository(service),
    repository: values.scm_repository.trim(),
    reference: values.scm_reference.trim(),
    path: values.storage_path.trim(),
  }
}

/** Whether the link has everything needed to fetch the script. */
export function canPull({ versioned, repository, reference, path }: ScriptLink): boolean {
  return path !== '' && (!versioned || (repository !== '' && reference !== ''))
}

/** The request that fetches the script; see docs/console.md. */
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

/** The link after a change of the service: the former location is cleared. */
export function linkedTo(id: number | null): LinkValues {
  return { storage_service_id: id === null ? '' : String(id), scm_repository: '', scm_reference: '', storage_path: '' }
}
