import type { Engine } from '../engine.ts'
import { openSalesforce } from './salesforce-database.ts'
import { salesforceDialect, salesforceSchema, salesforceValues } from './salesforce-dialect.ts'

/** Salesforce, through its REST API. */
const salesforceEngine: Engine = {
  name: 'salesforce_db',
  services: [],
  isFileBased: false,
  dialect: salesforceDialect,
  values: salesforceValues,
  open: openSalesforce,
  schema: salesforceSchema,
  functions: new Set(),
  routines: null,
  store: null,
}

/** Creates the engine of a connector (docs/connectors.md). */
export const open = (): Engine => salesforceEngine
