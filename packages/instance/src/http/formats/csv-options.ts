import { MIMEType } from 'node:util'
import { Problem } from '@millwright/contract/problem'
import { type CsvDelimiter, type CsvForm, csvDelimiters } from '@millwright/contract/wire/csv-form'

/** How a CSV response is written. */
export interface CsvStyle {
  readonly delimiter: CsvDelimiter
  readonly decimalComma: boolean
  /** Whether it begins with a byte order mark, by which spreadsheets recognize UTF-8. */
  readonly marked: boolean
}

export const plainCsv: CsvStyle = { delimiter: ',', decimalComma: false, marked: false }

/** What a request tells about its CSV body, in parameters of its Content-Type (docs/wire/formats.md). */
export interface ToldCsv {
  readonly form: Partial<CsvForm>
  /** The column names of a body without a header line; `null`: the first line has them. */
  readonly columns: readonly string[] | null
}

/** Throws 400 for parameters that contradict each other, or have other values than are documented. */
export function toldCsv(contentType: string): ToldCsv {
  const params = parametersOf(contentType)
  const hasHeader = choice(params, 'header', { present: true, absent: false }) ?? true
  const columns =
    params
      .get('columns')
      ?.split(',')
      .map((name) => name.trim()) ?? null
  if (hasHeader !== (columns === null)) {
    throw new Problem(400, 'A CSV body with header=absent names its columns in the Content-Type: columns="id,name".')
  }
  return { form: { ...signsOf(params), hasHeader }, columns }
}

/** How a CSV response is wanted, by parameters of the media type in `accept`. Throws 400 for values that are not documented. */
export function wantedCsv(accept: string | undefined): CsvStyle {
  const range = accept?.match(/(?:[^,"]+|"[^"]*")+/g)?.find((each) => /^\s*text\/csv\s*;/i.test(each))
  if (range === undefined) return plainCsv
  const params = parametersOf(range.trim())
  const marked = choice(params, 'bom', { true: true, false: false }) ?? false
  const { decimalComma = false, delimiter = decimalComma ? ';' : ',' } = { ...ofLocale(params), ...signsOf(params) }
  return { delimiter, decimalComma, marked }
}

function signsOf(params: Parameters): Pick<Partial<CsvForm>, 'delimiter' | 'decimalComma'> {
  const delimiter = choice(params, 'delimiter', { ...csvDelimiters, ...bySign })
  const decimalComma = choice(params, 'decimal', { comma: true, point: false, ',': true, '.': false })
  return { ...(delimiter !== undefined && { delimiter }), ...(decimalComma !== undefined && { decimalComma }) }
}

const bySign = Object.fromEntries(Object.values(csvDelimiters).map((sign) => [sign, sign]))

function ofLocale(params: Parameters): Pick<Partial<CsvForm>, 'decimalComma'> {
  const locale = params.get('locale')
  if (locale === null) return {}
  try {
    const parts = new Intl.NumberFormat(locale).formatToParts(0.5)
    return { decimalComma: parts.some(({ type, value }) => type === 'decimal' && value === ',') }
  } catch {
    throw new Problem(400, `'${locale.slice(0, 40)}' is not a locale, such as de or en-GB.`)
  }
}

type Parameters = Pick<MIMEType['params'], 'get'>

const none: Parameters = { get: () => null }

/** A media type that is not valid has none: what its body is shows elsewhere. */
function parametersOf(mediaType: string): Parameters {
  try {
    return new MIMEType(mediaType).params
  } catch {
    return none
  }
}

function choice<T>(params: Parameters, name: string, values: Readonly<Record<string, T>>): T | undefined {
  const option = params.get(name)?.toLowerCase()
  if (option === undefined) return undefined
  if (Object.hasOwn(values, option)) return values[option]
  const words = Object.keys(values).filter((word) => /\w/.test(word))
  throw new Problem(400, `'${option.slice(0, 40)}' is no ${name} of a CSV file: say ${words.join(', ')}.`)
}
