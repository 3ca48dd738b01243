import type { Connector } from '@millwright/connector/connector'
import { checkFunctionNames } from '@millwright/connector/engine/database-settings'
import { snowflakeConfig } from '@millwright/contract/service-config/further-database'
import { snowflakeComplaints } from './snowflake-settings.ts'

/** Tables of Snowflake. */
export const connectors: readonly Connector[] = [
  {
    name: 'snowflake',
    label: 'Snowflake',
    group: 'Big Data',
    description: 'Reads and writes the tables of a Snowflake database.',
    tier: 'GOLD',
    settings: snowflakeConfig,
    check: (config, by) => ({ ...checkFunctionNames(config, by), ...snowflakeComplaints(config) }),
    shape: 'database',
    load: () => import('./snowflake-engine.ts'),
  },
]
