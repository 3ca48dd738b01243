import type { Connector } from '@millwright/connector/connector'
import { webdavFileConfig } from '@millwright/contract/service-config/file'
import { webdavProblem } from './webdav-settings.ts'

/** Files on WebDAV servers. */
export const connectors: readonly Connector[] = [
  {
    name: 'webdav_file',
    label: 'WebDAV File Storage',
    group: 'File',
    description: 'Keeps files on a WebDAV server, such as Nextcloud.',
    settings: webdavFileConfig,
    check: webdavProblem,
    shape: 'files',
    load: () => import('./webdav-storage.ts'),
  },
]
