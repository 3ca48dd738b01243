import type { Settings } from '@millwright/connector/config-values'
import type { ConnectorTools } from '@millwright/connector/connector'
import type { Engine } from '@millwright/connector/engine/engine'
import { openSalesforce } from './salesforce-database.ts'
import { salesforceDialect, salesforceSchema, salesforceValues } from './salesforce-dialect.ts'

/** Salesforce, through its REST API. */
export function open(_: Settings, { openSender }: Pick<ConnectorTools, 'openSender'>): Engine {
  return {
    name: 'salesforce_db',
    services: [],
    isFileBased: false,
    dialect: salesforceDialect,
    values: salesforceValues,
    open: (settings) => openSalesforce(settings, openSender),
    schema: salesforceSchema,
    functions: new Set(),
    routines: null,
    store: null,
  }
}
