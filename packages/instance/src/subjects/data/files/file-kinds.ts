import { hasLookup } from '@millwright/connector/config-values'
import type { Connector } from '@millwright/connector/connector'
import { pathNames } from '@millwright/connector/files/file-storage'
import { type FieldMessages, Problem } from '@millwright/contract/problem'
import {
  awsS3Config,
  azureBlobConfig,
  ftpFileConfig,
  gridfsConfig,
  hdfsConfig,
  localFileConfig,
  sftpFileConfig,
  webdavFileConfig,
} from '@millwright/contract/service-config/file'
import { openstackConfig, rackspaceConfig } from '@millwright/contract/service-config/object-storage'
import { type ServiceKind, serviceKind } from '../../../gateway/service-kind.ts'
import { mongodbProblem } from '../documents/mongodb/mongodb-settings.ts'
import { azureProblem } from './azure/azure-settings.ts'
import { createFileService } from './file-service.ts'
import { ftpSettings } from './ftp/ftp-settings.ts'
import { createFtpStorage } from './ftp/ftp-storage.ts'
import { hdfsProblem } from './hdfs/hdfs-settings.ts'
import { createLocalStorage } from './local/local-storage.ts'
import { localRoot } from './public-files.ts'
import { s3Settings } from './s3/s3-settings.ts'
import { createS3Storage } from './s3/s3-storage.ts'
import { sftpSettings } from './sftp/sftp-settings.ts'
import { createSftpStorage } from './sftp/sftp-storage.ts'
import { webdavProblem } from './webdav/webdav-settings.ts'

const group = 'File'

export const fileConnectors: readonly Connector[] = [
  {
    name: 'webdav_file',
    label: 'WebDAV File Storage',
    group,
    description: 'Keeps files on a WebDAV server, such as Nextcloud.',
    settings: webdavFileConfig,
    check: webdavProblem,
    shape: 'files',
    load: () => import('./webdav/webdav-storage.ts'),
  },
  {
    name: 'azure_blob',
    label: 'Azure Blob Storage',
    group,
    description: 'Keeps files in a container of Microsoft Azure.',
    settings: azureBlobConfig,
    check: azureProblem,
    shape: 'files',
    load: () => import('./azure/azure-storage.ts'),
  },
  {
    name: 'openstack_object_storage',
    label: 'OpenStack Object Storage',
    group,
    description: 'Keeps files in a container of an OpenStack cloud.',
    settings: openstackConfig,
    shape: 'files',
    load: () => import('./swift/swift-storage.ts'),
  },
  {
    name: 'rackspace_cloud_files',
    label: 'Rackspace Cloud Files',
    group,
    description: 'Keeps files in a container of the cloud of Rackspace.',
    settings: rackspaceConfig,
    shape: 'files',
    load: () => import('./swift/swift-storage.ts'),
  },
  {
    name: 'gridfs',
    label: 'GridFS',
    group,
    description: 'Keeps files in a MongoDB database.',
    tier: 'SILVER',
    settings: gridfsConfig,
    check: mongodbProblem,
    shape: 'files',
    load: () => import('./gridfs/gridfs-storage.ts'),
  },
  {
    name: 'hadoop_hdfs',
    label: 'Hadoop HDFS',
    group,
    description: 'Keeps files in the file system of a Hadoop cluster.',
    tier: 'GOLD',
    settings: hdfsConfig,
    check: hdfsProblem,
    shape: 'files',
    load: () => import('./hdfs/hdfs-storage.ts'),
  },
]

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
    make(made) {
      const { container } = made.config
      const root = localRoot(made.host.parts.config.dataFolder, typeof container === 'string' ? container : '')
      if (root === null) throw new Problem(503, `The service '${made.row.name}' names no folder for its files.`)
      return createFileService(createLocalStorage(root), made)
    },
  }),
  serviceKind({
    name: 'aws_s3',
    label: 'AWS S3',
    group,
    description: 'Stores files in a bucket of Amazon S3 or an S3-compatible storage.',
    config: awsS3Config,
    check: bucketProblem,
    make: (made) => createFileService(createS3Storage(s3Settings(made.config)), made),
  }),
  serviceKind({
    name: 'ftp_file',
    label: 'FTP File Storage',
    group,
    description: 'Keeps files on an FTP server.',
    config: ftpFileConfig,
    check: modeProblem,
    make: (made) => createFileService(createFtpStorage(ftpSettings(made.config)), made),
  }),
  serviceKind({
    name: 'sftp_file',
    label: 'SFTP File Storage',
    group,
    description: 'Stores files on a server by SSH.',
    config: sftpFileConfig,
    make: (made) => createFileService(createSftpStorage(sftpSettings(made.config)), made),
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

function modeProblem({ passive }: Readonly<Record<string, unknown>>): FieldMessages | null {
  return passive === false ? { passive: ['passive must be true: this instance opens all connections itself.'] } : null
}
