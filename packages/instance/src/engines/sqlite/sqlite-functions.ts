import { functionNames } from '../../subjects/databases/function-names.ts'

/** Without those that make long texts of short ones, as SQLite runs in this process. */
export const sqliteFunctions = functionNames(`
  upper lower trim ltrim rtrim replace length octet_length substr substring instr unicode char concat concat_ws
  abs round sign ceil ceiling floor trunc mod pow power sqrt exp ln log log10 log2
  coalesce ifnull nullif iif min max sum total avg count group_concat string_agg cast typeof
  date time datetime julianday strftime unixepoch timediff
  json_extract json_array_length json_type json_valid
`)
