import { noRoom } from '@millwright/connector/disk-full'
import {
  databaseUnavailable,
  invalidSql,
  LostTransaction,
  missingTable,
  statementTimeout,
  type Violation,
  type ViolationKind,
  ViolationProblem,
} from '@millwright/connector/engine/problems'
import { connectionLost } from '@millwright/connector/error-words'
import { Problem } from '@millwright/contract/problem'

/** Converts a failure of Oracle, its driver or the connection to what is thrown. */
export function oracleProblem(error: unknown, where: string): unknown {
  if (!(error instanceof Error) || error instanceof Problem) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const reason = reasons[code] ?? (/^NJS-5\d\d$/.test(code) ? connectionLost : undefined)
  if (reason !== undefined) return databaseUnavailable(where, reason, error)
  if (tooLate.has(code)) return statementTimeout(where)
  if (full.has(code)) return noRoom(`the database ${where}`, error)
  const says = sentenceOf(error.message)
  const kind = kinds[code]
  if (kind !== undefined) return new ViolationProblem(violation(kind, says))
  if (code === 'ORA-00060' || code === 'ORA-08177') return new LostTransaction()
  if (code === 'ORA-00942') return missingTable(says)
  if (unreadable.has(code)) return invalidSql()
  if (code === 'ORA-01795') return new Problem(400, 'A list has more values than the database accepts at once.')
  if (code === 'ORA-01031' || code === 'ORA-41900') return new Problem(403, `The database refused it: ${says}.`)
  if (/^(?:ORA|NJS|DPI)-/.test(code)) return new Problem(400, `The database refused the statement: ${says}.`)
  return error
}

/** The first line, without the error number, the help link and the full stop. */
function sentenceOf(message: string): string {
  const [line = ''] = message.split('\n')
  return line.replace(/^(?:ORA|NJS|DPI)-\d+:\s*/, '').replace(/\.$/, '')
}

const reasons: Readonly<Record<string, string>> = {
  'ORA-00018': 'it has no connections left.',
  'ORA-00020': 'it has no connections left.',
  'ORA-01005': 'it does not accept the username or password.',
  'ORA-01017': 'it does not accept the username or password.',
  'ORA-01033': 'it is starting or shutting down.',
  'ORA-01034': 'it is not started.',
  'ORA-01045': 'the user may not connect.',
  'ORA-01435': 'there is no schema of that name.',
  'ORA-12514': 'there is no service of that name on it.',
  'ORA-12516': 'it has no connections left.',
  'ORA-12519': 'it has no connections left.',
  'ORA-28000': 'the account of the user is locked.',
  'ORA-28001': 'the password of the user has expired.',
  'NJS-068': 'the server there is not an Oracle database.',
  'NJS-116': 'it stores the password in a format that the driver does not support.',
  'NJS-138': 'it is older than 12.1.',
  'NJS-503': 'nothing is listening there.',
  'NJS-505': 'no trusted TLS connection could be established.',
  'NJS-506': 'no trusted TLS connection could be established.',
  'NJS-507': 'no trusted TLS connection could be established.',
  'NJS-508': 'no trusted TLS connection could be established.',
  'NJS-509': 'the server there is not an Oracle database.',
  'NJS-510': 'it does not respond.',
  'NJS-518': 'there is no service of that name on it.',
  'NJS-530': 'the host name is unknown.',
  'NJS-533': 'it requires Oracle’s native network encryption, which the driver does not support; use TCPS.',
}

const tooLate = new Set(['NJS-123', 'ORA-01013', 'ORA-03136'])
const full = new Set(['ORA-01536', 'ORA-01652', 'ORA-01653', 'ORA-01654', 'ORA-01658', 'ORA-01691', 'ORA-30036'])
const unreadable = new Set(
  'ORA-00900 ORA-00902 ORA-00903 ORA-00905 ORA-00906 ORA-00907 ORA-00911 ORA-00917 ORA-00921 ORA-00923 ORA-00933 ORA-00936 ORA-03048 ORA-03049'.split(
    ' ',
  ),
)

const kinds: Readonly<Record<string, ViolationKind>> = {
  'ORA-00001': 'unique',
  'ORA-01400': 'not-null',
  'ORA-01407': 'not-null',
  'ORA-01438': 'out-of-range',
  'ORA-01426': 'out-of-range',
  'ORA-01722': 'wrong-type',
  'ORA-01830': 'wrong-type',
  'ORA-01840': 'wrong-type',
  'ORA-01841': 'wrong-type',
  'ORA-01843': 'wrong-type',
  'ORA-01847': 'wrong-type',
  'ORA-01858': 'wrong-type',
  'ORA-01861': 'wrong-type',
  'ORA-02290': 'check',
  'ORA-02291': 'missing-reference',
  'ORA-02292': 'still-referenced',
  'ORA-12899': 'too-long',
  'ORA-01461': 'too-long',
}

/** Columns are printed as `"SHOP"."PART"."NAME"`, constraints as `(SHOP.PART_PK)`. */
function violation(kind: ViolationKind, says: string): Violation {
  const column = /"[^"]+"\."[^"]+"\."([^"]+)"/.exec(says)?.[1]
  const constraint = /constraint \([^().]+\.([^()]+)\)/.exec(says)?.[1] ?? null
  return { kind, columns: column === undefined ? [] : [column], constraint }
}
