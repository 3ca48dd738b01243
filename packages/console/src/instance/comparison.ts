import { quoteText } from '@millwright/contract/filter/print'
import type { FilterOperator } from '@millwright/contract/records/role'

/** A comparison with one value, not a list, in filter syntax. `field`: as filters write it; `literal`: how the value is written, if not in quotes. */
export function comparison(
  field: string,
  operator: FilterOperator,
  value: string,
  literal: (value: string) => string = quoteText,
): string {
  switch (operator) {
    case 'contains':
      return `${field} like ${quoteText(`%${value}%`)}`
    case 'starts with':
      return `${field} like ${quoteText(`${value}%`)}`
    case 'ends with':
      return `${field} like ${quoteText(`%${value}`)}`
    case 'is null':
    case 'is not null':
      return `${field} ${operator}`
    default:
      return `${field} ${operator} ${literal(value)}`
  }
}
