import type { Settings } from '@millwright/connector/config-values'
import type { Connector } from '@millwright/connector/connector'
import type { FieldMessages } from '@millwright/contract/problem'
import { ftpFileConfig } from '@millwright/contract/service-config/file'

/** Files on FTP servers. */
export const connectors: readonly Connector[] = [
  {
    name: 'ftp_file',
    label: 'FTP File Storage',
    group: 'File',
    description: 'Keeps files on an FTP server.',
    settings: ftpFileConfig,
    check: modeProblem,
    shape: 'files',
    load: () => import('./ftp-storage.ts'),
  },
]

function modeProblem({ passive }: Settings): FieldMessages | null {
  return passive === false ? { passive: ['passive must be true: this instance opens all connections itself.'] } : null
}
