import type { Connector } from '@millwright/connector/connector'
import { hdfsConfig } from '@millwright/contract/service-config/file'
import { hdfsProblem } from './hdfs-settings.ts'

/** Files of Hadoop clusters. */
export const connectors: readonly Connector[] = [
  {
    name: 'hadoop_hdfs',
    label: 'Hadoop HDFS',
    group: 'File',
    description: 'Keeps files in the file system of a Hadoop cluster.',
    tier: 'GOLD',
    settings: hdfsConfig,
    check: hdfsProblem,
    shape: 'files',
    load: () => import('./hdfs-storage.ts'),
  },
]
