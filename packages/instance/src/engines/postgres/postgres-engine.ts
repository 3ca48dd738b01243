import type { Engine } from '../engine.ts'
import { functionNames } from '../names.ts'
import { ServerDatabase, serverLimits } from '../server-database.ts'
import { postgresConnector, postgresSettings } from './postgres-connect.ts'
import { postgresDialect, postgresValues } from './postgres-dialect.ts'
import { introspectPostgres } from './postgres-introspection.ts'
import { postgresSchema } from './postgres-plan.ts'
import { postgresRoutines } from './postgres-routines.ts'

const functions = functionNames(`
  upper lower initcap trim btrim ltrim rtrim replace reverse left right length char_length octet_length substr substring
  split_part strpos concat concat_ws ascii chr md5 encode decode
  abs round ceil ceiling floor trunc sign mod power sqrt exp ln log
  coalesce nullif greatest least min max sum avg count string_agg bool_and bool_or cast
  now clock_timestamp transaction_timestamp statement_timestamp date_trunc date_part extract age
  to_char to_date to_timestamp to_number make_date gen_random_uuid
  json_extract_path_text jsonb_extract_path_text json_array_length jsonb_array_length
  array_length array_to_string cardinality host masklen
  st_astext st_asewkt st_asgeojson st_asbinary st_geomfromtext st_geogfromtext st_geomfromgeojson st_setsrid st_srid
  st_makepoint st_point st_x st_y st_area st_length st_distance st_centroid
`)

/** PostgreSQL over its own protocol. */
export const postgresEngine: Engine = {
  name: 'pgsql',
  dialect: postgresDialect,
  values: postgresValues,
  open(config) {
    const settings = postgresSettings(config)
    const limits = serverLimits(config)
    return new ServerDatabase({
      connect: postgresConnector(settings, limits),
      limits,
      where: settings.where,
      introspect: (session, only) => introspectPostgres(session, settings.schema, only),
      transactionalSchema: true,
    })
  },
  schema: postgresSchema,
  functions,
  routines: postgresRoutines,
}
