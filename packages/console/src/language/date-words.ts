import { kept } from './format.ts'
import { locale } from './language.ts'

/** The forms of dates and times. Relative ones are in `ui/dates.ts`, those of the steps of charts in `chart-words.ts`. */
const forms = {
  /** When exactly something happened: details, and what appears on hover over a relative time. */
  exact: { dateStyle: 'medium', timeStyle: 'medium' },
  /** Beside a stored text, which may have another time zone. */
  zoned: { dateStyle: 'medium', timeStyle: 'long' },
  /** Values in the grid. */
  minute: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  /** Where the day is clear from the context. */
  clock: { timeStyle: 'medium' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

const formats = new Map<string, Intl.DateTimeFormat>()

/** A date or time in the reader's language, and time zone unless another is given. */
export function dateWords(value: Date | number, form: keyof typeof forms, timeZone?: 'UTC'): string {
  return dateIn({ ...forms[form], timeZone }, value)
}

/** A date in a form of its own. */
export function dateIn(options: Intl.DateTimeFormatOptions, value: Date | number): string {
  // A computer that travels changes its time zone while the page is open.
  const inZone = { ...options, offset: new Date().getTimezoneOffset() }
  return kept(formats, inZone, () => new Intl.DateTimeFormat(locale(), options)).format(value)
}
