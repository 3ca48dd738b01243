import type { Connector } from '@millwright/connector/connector'
import { azureBlobConfig } from '@millwright/contract/service-config/file'
import { azureProblem } from './azure-settings.ts'

/** Files in containers of Azure. */
export const connectors: readonly Connector[] = [
  {
    name: 'azure_blob',
    label: 'Azure Blob Storage',
    group: 'File',
    description: 'Keeps files in a container of Microsoft Azure.',
    settings: azureBlobConfig,
    check: azureProblem,
    shape: 'files',
    load: () => import('./azure-storage.ts'),
  },
]
