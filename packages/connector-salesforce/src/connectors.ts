import type { Connector } from '@millwright/connector/connector'
import { salesforceConfig } from '@millwright/contract/service-config/further-database'
import { salesforceComplaints } from './salesforce-settings.ts'

/** Records of Salesforce as rows of tables. */
export const connectors: readonly Connector[] = [
  {
    name: 'salesforce_db',
    label: 'Salesforce',
    group: 'Database',
    description: 'Reads and writes the records of a Salesforce organisation as if they were tables.',
    tier: 'SILVER',
    settings: salesforceConfig,
    check: salesforceComplaints,
    shape: 'database',
    load: () => import('./salesforce-engine.ts'),
  },
]
