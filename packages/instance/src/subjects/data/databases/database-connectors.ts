import type { Connector } from '@millwright/connector/connector'
import { salesforceConfig, snowflakeConfig } from '@millwright/contract/service-config/further-database'
import { salesforceComplaints } from '../../../engines/salesforce/salesforce-settings.ts'
import { snowflakeComplaints } from '../../../engines/snowflake/snowflake-settings.ts'
import { checkFunctionNames } from './function-names.ts'

/** Databases whose engine is loaded by the first service that uses it. */
export const databaseConnectors: readonly Connector[] = [
  {
    name: 'salesforce_db',
    label: 'Salesforce',
    group: 'Database',
    description: 'Reads and writes the records of a Salesforce organisation as if they were tables.',
    tier: 'SILVER',
    settings: salesforceConfig,
    check: salesforceComplaints,
    shape: 'database',
    load: () => import('../../../engines/salesforce/salesforce-engine.ts'),
  },
  {
    name: 'snowflake',
    label: 'Snowflake',
    group: 'Big Data',
    description: 'Reads and writes the tables of a Snowflake database.',
    tier: 'GOLD',
    settings: snowflakeConfig,
    check: (config, by) => ({ ...checkFunctionNames(config, by), ...snowflakeComplaints(config) }),
    shape: 'database',
    load: () => import('../../../engines/snowflake/snowflake-engine.ts'),
  },
]
