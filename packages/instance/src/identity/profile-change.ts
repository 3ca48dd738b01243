import { type FieldMessages, invalid } from '@millwright/contract/problem'
import { userFields } from '@millwright/contract/records/person'
import type { OwnColumns } from './people.ts'
import type { Fields } from './resources/fields.ts'

export interface ProfileChange {
  readonly columns: Omit<OwnColumns, 'security_answer'>
  /** Plain; null: forget it. */
  readonly answer?: string | null
}

const texts = ['first_name', 'last_name', 'name', 'phone', 'username', 'email', 'security_question'] as const
const neverEmpty: readonly string[] = ['name', 'email']
const address = /^[^\s@]+@[^\s@]+$/

/**
 * Reads the sent members of a profile, against what is stored: nulls and what stays as it is are no changes, but a null or
 * empty security question takes the question and its answer away. Throws 400 with all complaints by field.
 */
export function readProfile(fields: Fields, stored: Readonly<Record<string, unknown>>): ProfileChange {
  const problems: FieldMessages = {}
  const columns: Record<string, string | number | null> = {}
  for (const name of texts) {
    const value = fields[name]
    if (value === undefined || value === null || value === stored[name]) continue
    const problem = textProblem(name, value)
    if (problem !== null) problems[name] = [problem]
    else if (typeof value === 'string' && (value !== '' || name !== 'username')) columns[name] = value
  }
  const app = fields.default_app_id
  const appId = Number(app)
  if (app !== undefined && app !== null && app !== '') {
    if (Number.isInteger(appId) && appId > 0 && appId <= 0x7fffffff) columns.default_app_id = appId
    else problems.default_app_id = ['default_app_id has to be a whole number.']
  }
  const answer = fields.security_answer
  if (answer !== undefined && answer !== null && typeof answer !== 'string') {
    problems.security_answer = ['security_answer has to be a text.']
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  const without = fields.security_question === null || fields.security_question === ''
  if (without) return { columns: { ...columns, security_question: null }, answer: null }
  return typeof answer === 'string' && answer !== '' ? { columns, answer } : { columns }
}

function textProblem(name: (typeof texts)[number], value: unknown): string | null {
  if (typeof value !== 'string') return `${name} has to be a text.`
  const { max } = userFields[name]
  if (value.includes('\0')) return `${name} must not contain a NUL character.`
  if ([...value].length > max) return `${name} must not have more than ${max} characters.`
  if (neverEmpty.includes(name) && value.trim() === '') return `${name} is required.`
  if (name === 'email' && !address.test(value)) return 'email has to be an e-mail address.'
  if (name === 'username' && value !== '') {
    if (/\s/.test(value)) return 'username must not contain white space.'
    if ([...value].length < 6) return 'username must have at least 6 characters.'
  }
  return null
}
