import { functionNames } from '../../subjects/databases/function-names.ts'

export const sqlServerFunctions = functionNames(`
  upper lower trim ltrim rtrim replace reverse left right len datalength substring charindex concat concat_ws
  ascii char unicode nchar
  abs round ceiling floor sign power sqrt exp log log10
  coalesce isnull nullif iif min max sum avg count count_big string_agg cast try_cast
  getdate getutcdate sysdatetime sysutcdatetime datepart datename dateadd datediff day month year eomonth datefromparts
  json_value isjson newid
`)
