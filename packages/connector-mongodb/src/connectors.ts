import type { Connector } from '@millwright/connector/connector'
import { mongodbConfig } from '@millwright/contract/service-config/database'
import { gridfsConfig } from '@millwright/contract/service-config/file'
import { mongodbComplaints } from './mongodb-settings.ts'

/** Documents and files in MongoDB. */
export const connectors: readonly Connector[] = [
  {
    name: 'mongodb',
    label: 'MongoDB',
    group: 'Database',
    description: 'Reads and writes the documents of a MongoDB database.',
    tier: 'SILVER',
    settings: mongodbConfig,
    check: mongodbComplaints,
    shape: 'documents',
    load: () => import('./mongodb-database.ts'),
  },
  {
    name: 'gridfs',
    label: 'GridFS',
    group: 'File',
    description: 'Keeps files in a MongoDB database.',
    tier: 'SILVER',
    settings: gridfsConfig,
    check: mongodbComplaints,
    shape: 'files',
    load: () => import('./gridfs-storage.ts'),
  },
]
