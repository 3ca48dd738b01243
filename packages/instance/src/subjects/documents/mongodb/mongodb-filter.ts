import { driver } from '@millwright/connector-mongodb/driver'
import type { DocumentFilter, FieldComparison } from '../../../gateway/ports/document-database.ts'
import { isNumber } from '../document-filter.ts'
import { likeExpression } from '../like-expression.ts'
import { isHexId, isMoment } from './mongodb-values.ts'

type Query = Readonly<Record<string, unknown>>

/** Translates a condition into a MongoDB query. Only operators written here can occur in it. */
export function queryOf(filter: DocumentFilter): Query {
  switch (filter.kind) {
    case 'and':
      return { $and: filter.operands.map(queryOf) }
    case 'or':
      return { $or: filter.operands.map(queryOf) }
    case 'null':
      return { [filter.field]: filter.negated ? { $ne: null } : { $eq: null } }
    case 'in': {
      const values = filter.texts.flatMap(meanings)
      return filter.negated ? present(filter.field, { $nin: values }) : { [filter.field]: { $in: values } }
    }
    case 'compare':
      return comparison(filter)
  }
}

const orders = { '>': '$gt', '>=': '$gte', '<': '$lt', '<=': '$lte' } as const

function comparison({ field, operator, text, negated }: FieldComparison): Query {
  if (operator === '=' || operator === '!=') {
    const values = meanings(text)
    const isNot = (operator === '!=') !== negated
    return isNot ? present(field, { $nin: values }) : { [field]: { $in: values } }
  }
  if (operator === '>' || operator === '>=' || operator === '<' || operator === '<=') {
    // MongoDB only compares values of the same type.
    return { $or: meanings(text).map((value) => ({ [field]: { [orders[operator]]: value } })) }
  }
  const pattern = likeExpression(operator, text)
  return negated ? present(field, { $not: pattern }) : { [field]: { $regex: pattern } }
}

/** As in SQL, a missing field matches no comparison, negated or not. */
const present = (field: string, condition: Query): Query => ({
  $and: [{ [field]: { $ne: null } }, { [field]: condition }],
})

/** All values that a text can represent. */
function meanings(text: string): unknown[] {
  return [
    text,
    ...(isNumber(text) ? [Number(text)] : []),
    ...(text === 'true' || text === 'false' ? [text === 'true'] : []),
    ...(isHexId(text) ? [driver.ObjectId.createFromHexString(text)] : []),
    ...(isMoment(text) ? [new Date(text)] : []),
  ]
}
