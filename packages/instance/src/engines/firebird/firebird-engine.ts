import type { Engine } from '@millwright/connector/engine/engine'
import { functionNames } from '@millwright/connector/engine/names'
import { serverLimits } from '@millwright/connector/engine/server-limits'
import { ServerDatabase } from '../server-database.ts'
import { firebirdConnector, firebirdWhere } from './firebird-connect.ts'
import { firebirdDialect, firebirdValues } from './firebird-dialect.ts'
import { introspectFirebird } from './firebird-introspection.ts'
import { firebirdSchema } from './firebird-plan.ts'

const functions = functionNames(`
  upper lower trim replace reverse left right char_length substring position lpad rpad
  abs round ceil floor sign power sqrt exp ln log10 mod
  coalesce nullif iif maxvalue minvalue min max sum avg count list cast
  extract dateadd datediff gen_uuid uuid_to_char
`)

/** Firebird 3.0 and later; its driver comes with the connector (docs/connectors.md). */
export const firebirdEngine: Engine = {
  name: 'firebird',
  services: [],
  isFileBased: false,
  dialect: firebirdDialect,
  values: firebirdValues,
  open(config) {
    const limits = serverLimits(config)
    return new ServerDatabase({
      connect: firebirdConnector(config, limits),
      limits,
      where: firebirdWhere(config),
      introspect: introspectFirebird,
      transactionalSchema: true,
    })
  },
  schema: firebirdSchema,
  functions,
  routines: null,
  store: null,
}
