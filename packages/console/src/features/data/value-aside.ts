import type { CellAside } from '../../widgets/data-grid/grid-source.ts'
import { kindOf } from './field-kind.ts'
import { dataMessages } from './messages.ts'
import { exactMoment, momentKind } from './moments.ts'
import type { WireField } from './wire-table.ts'

/** How base64 begins of pictures that are drawn from dots and run nothing. */
const pictures = [
  ['iVBORw0KGgo', 'png'],
  ['/9j/', 'jpeg'],
  ['R0lGOD', 'gif'],
] as const

/** Characters of base64; larger pictures are opened with their record. */
const largest = 150_000

/** The picture that bytes are, as an address; null where they are none, or a large one. */
export function pictureOf(base64: string, most = largest): string | null {
  const kind = pictures.find(([start]) => base64.startsWith(start))?.[1]
  return kind === undefined || base64.length > most ? null : `data:image/${kind};base64,${base64}`
}

/** The page of the web that a value names; null: it names none that is safe to open. */
export function webAddress(value: unknown): URL | null {
  if (typeof value !== 'string' || !/^https?:\/\/\S+$/i.test(value)) return null
  return URL.canParse(value) ? new URL(value) : null
}

/** What a value of a field shows beyond its text: a picture, the exact time, a page that it leads to. */
export function valueAside(field: WireField): ((value: unknown) => CellAside | undefined) | null {
  if (momentKind(field) !== null) return (value) => ({ exact: exactMoment(String(value)) })
  switch (kindOf(field)) {
    case 'binary':
      return (value) => {
        const picture = pictureOf(String(value))
        return picture === null ? undefined : { picture }
      }
    case 'line':
    case 'lines':
      return (value) => {
        const address = webAddress(value)
        return address === null ? undefined : { opens: dataMessages.openLink({ host: address.host }) }
      }
    default:
      return null
  }
}
