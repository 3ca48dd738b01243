import type { RecordFieldType } from '@millwright/contract/records/field'
import { parseExact } from '@millwright/contract/wire/exact-json'
import type { FieldReading } from './import-target.ts'
import { t } from './messages.ts'

interface ReadableField {
  readonly type: RecordFieldType
  /** Maximum number of characters; `null` if unlimited. */
  readonly max: number | null
}

const truths = new Set(['true', 't', 'yes', 'y', 'on', '1'])
const falsehoods = new Set(['false', 'f', 'no', 'n', 'off', '0'])

/** Parses texts of a file as values of a system field (docs/wire/formats.md). */
export function fieldReader({ type, max }: ReadableField): (text: string) => FieldReading {
  switch (type) {
    case 'id':
    case 'integer':
      return (text) => integerOf(text.trim())
    case 'boolean':
      return (text) => booleanOf(text.trim().toLowerCase())
    case 'json':
      return jsonOf
    default:
      return (text) => {
        const length = max !== null && text.length > max ? [...text].length : 0
        return max !== null && length > max ? { problem: t.tooLong({ length, max }) } : { value: text }
      }
  }
}

function integerOf(text: string): FieldReading {
  const value = Number(text)
  return /^[+-]?\d+$/.test(text) && Number.isSafeInteger(value) ? { value } : { problem: t.notWholeNumber }
}

function booleanOf(word: string): FieldReading {
  if (truths.has(word)) return { value: true }
  return falsehoods.has(word) ? { value: false } : { problem: t.notABoolean }
}

function jsonOf(text: string): FieldReading {
  try {
    return { value: parseExact(text) }
  } catch {
    return { problem: t.notValidJson }
  }
}
