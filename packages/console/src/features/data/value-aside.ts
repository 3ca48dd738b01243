import type { CellAside } from '../../widgets/grid/grid-source.ts'
import { kindOf } from './field-kind.ts'
import { exactMoment, momentKind } from './field-values.ts'
import { dataMessages } from './messages.ts'
import type { WireField } from './wire-table.ts'

/** Base64 prefixes of bitmap pictures, which cannot run scripts. */
const pictures = [
  ['iVBORw0KGgo', 'png'],
  ['/9j/', 'jpeg'],
  ['R0lGOD', 'gif'],
] as const

/** Characters of base64; larger pictures are only shown with their record. */
const largest = 150_000

/** Returns a picture as a data URL; `null` if the bytes are not a picture, or too large. */
export function pictureOf(base64: string, most = largest): string | null {
  const kind = pictures.find(([start]) => base64.startsWith(start))?.[1]
  return kind === undefined || base64.length > most ? null : `data:image/${kind};base64,${base64}`
}

/** Returns a value as a web URL; `null` if it is not one that is safe to open. */
export function linkOf(value: unknown): URL | null {
  if (typeof value !== 'string' || !/^https?:\/\/\S+$/i.test(value)) return null
  return URL.canParse(value) ? new URL(value) : null
}

/** Returns what is shown beside a value of a field: a picture, the exact time, or a link. */
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
        const address = linkOf(value)
        return address === null ? undefined : { opens: dataMessages.openLink({ host: address.host }) }
      }
    default:
      return null
  }
}
