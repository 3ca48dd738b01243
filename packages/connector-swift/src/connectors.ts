import type { Connector } from '@millwright/connector/connector'
import { openstackConfig, rackspaceConfig } from '@millwright/contract/service-config/object-storage'

/** Files in containers of Swift, of clouds of their own and of Rackspace. */
export const connectors: readonly Connector[] = [
  {
    name: 'openstack_object_storage',
    label: 'OpenStack Object Storage',
    group: 'File',
    description: 'Keeps files in a container of an OpenStack cloud.',
    settings: openstackConfig,
    shape: 'files',
    load: () => import('./swift-storage.ts'),
  },
  {
    name: 'rackspace_cloud_files',
    label: 'Rackspace Cloud Files',
    group: 'File',
    description: 'Keeps files in a container of the cloud of Rackspace.',
    settings: rackspaceConfig,
    shape: 'files',
    load: () => import('./swift-storage.ts'),
  },
]
