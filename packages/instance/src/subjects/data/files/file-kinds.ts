import { hasLookup } from '@millwright/connector/config-values'
import { pathNames } from '@millwright/connector/files/file-storage'
import { type FieldMessages, Problem } from '@millwright/contract/problem'
import { awsS3Config, localFileConfig } from '@millwright/contract/service-config/file'
import { type ServiceKind, serviceKind } from '../../../gateway/service-kind.ts'
import { createFileService } from './file-service.ts'
import { createLocalStorage } from './local/local-storage.ts'
import { localRoot } from './public-files.ts'
import { s3Settings } from './s3/s3-client.ts'
import { createS3Storage } from './s3/s3-storage.ts'

const group = 'File'

export const fileKinds: readonly ServiceKind[] = [
  serviceKind({
    name: 'local_file',
    label: 'Local File Storage',
    group,
    description: 'Stores files and folders on this instance.',
    config: localFileConfig,
    localPath: ({ container }, dataFolder) =>
      typeof container === 'string' && !hasLookup(container) ? localRoot(dataFolder, container) : null,
    check: ({ container }) => containerProblem(container),
    make(serviceParts) {
      const { container } = serviceParts.config
      const root = localRoot(serviceParts.host.parts.config.dataFolder, typeof container === 'string' ? container : '')
      if (root === null) throw new Problem(503, `The service '${serviceParts.row.name}' names no folder for its files.`)
      return createFileService(createLocalStorage(root), serviceParts)
    },
  }),
  serviceKind({
    name: 'aws_s3',
    label: 'AWS S3',
    group,
    description: 'Stores files in a bucket of Amazon S3 or an S3-compatible storage.',
    config: awsS3Config,
    check: bucketProblem,
    make: (serviceParts) => createFileService(createS3Storage(s3Settings(serviceParts.config)), serviceParts),
  }),
]

/** Restricts the container to folders inside the storage folder. */
function containerProblem(container: unknown): { container: string[] } | null {
  if (typeof container !== 'string') return null
  const names = container.startsWith('/') ? null : pathNames(container)
  if (names !== null && names.length > 0) return null
  return { container: ['container must name a folder in the storage folder of this instance, such as files.'] }
}

/** Key and secret must be configured together. */
function bucketProblem({ container, key, secret }: Readonly<Record<string, unknown>>): FieldMessages | null {
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  if ((text(key) === null) !== (text(secret) === null)) {
    const missing = text(key) === null ? 'key' : 'secret'
    return { [missing]: [`${missing} is required: key and secret belong together.`] }
  }
  if (typeof container !== 'string' || hasLookup(container) || /^[\w.-]{1,255}$/.test(container)) return null
  return { container: ['container must be the name of a bucket, such as my-files.'] }
}
