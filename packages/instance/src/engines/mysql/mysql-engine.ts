import { mysqlConfig } from '@millwright/contract/service-config/database'
import type { Engine } from '../engine.ts'
import { functionNames } from '../names.ts'
import { ServerDatabase, serverLimits } from '../server-database.ts'
import { mysqlConnector, mysqlSettings } from './mysql-connect.ts'
import { mysqlDialect } from './mysql-dialect.ts'
import { introspectMysql } from './mysql-introspection.ts'
import { mysqlSchema } from './mysql-plan.ts'
import { mysqlRoutines } from './mysql-routines.ts'
import { mysqlValues } from './mysql-values.ts'

const functions = functionNames(`
  upper ucase lower lcase trim ltrim rtrim replace reverse left right length char_length character_length octet_length
  substr substring substring_index mid locate instr concat concat_ws ascii hex unhex to_base64 from_base64 md5 sha1 sha2
  aes_encrypt aes_decrypt
  abs round ceil ceiling floor truncate sign mod pow power sqrt exp ln log log10 log2 bin oct conv
  coalesce ifnull nullif if isnull greatest least min max sum avg count group_concat cast
  now current_timestamp curdate curtime utc_date utc_time utc_timestamp date time year quarter month week day dayofmonth
  dayofweek dayofyear weekday hour minute second microsecond dayname monthname last_day extract date_format time_format
  str_to_date from_unixtime unix_timestamp datediff timediff timestampdiff timestampadd makedate to_days from_days
  json_extract json_unquote json_value json_length json_valid inet_aton inet_ntoa inet6_aton inet6_ntoa uuid
  astext geomfromtext st_astext st_aswkt st_aswkb st_asbinary st_asgeojson st_geomfromtext st_geometryfromtext
  st_geomfromgeojson st_srid st_x st_y st_area st_length st_distance st_centroid
`)

/** MySQL and MariaDB. */
export const mysqlEngine: Engine = {
  name: 'mysql',
  services: [
    {
      name: 'mysql',
      label: 'MySQL',
      description: 'Reads and writes the tables of a MySQL database.',
      config: mysqlConfig,
    },
    {
      name: 'mariadb',
      label: 'MariaDB',
      description: 'Reads and writes the tables of a MariaDB database.',
      config: mysqlConfig,
    },
    {
      name: 'memsql',
      label: 'SingleStore (MemSQL)',
      description:
        'Reads and writes the tables of a SingleStore database, formerly MemSQL, which speaks as MySQL does.',
      tier: 'SILVER',
      config: mysqlConfig,
    },
  ],
  isFileBased: false,
  dialect: mysqlDialect,
  values: mysqlValues,
  open(config) {
    const settings = mysqlSettings(config)
    const limits = serverLimits(config)
    return new ServerDatabase({
      connect: mysqlConnector(settings, limits),
      limits,
      where: settings.where,
      introspect: (session, only) => introspectMysql(session, settings, only),
      transactionalSchema: false,
    })
  },
  schema: mysqlSchema,
  functions,
  routines: mysqlRoutines,
  store: null,
}
