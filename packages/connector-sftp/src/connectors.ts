import type { Connector } from '@millwright/connector/connector'
import { sftpFileConfig } from '@millwright/contract/service-config/file'

/** Files on SSH servers. */
export const connectors: readonly Connector[] = [
  {
    name: 'sftp_file',
    label: 'SFTP File Storage',
    group: 'File',
    description: 'Stores files on a server by SSH.',
    settings: sftpFileConfig,
    shape: 'files',
    load: () => import('./sftp-storage.ts'),
  },
]
