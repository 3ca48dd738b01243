/** The system's name of what went wrong, such as `ENOENT`. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, 'code') : undefined
}

const absent = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'EINVAL', 'ENXIO']

/** Not there, or nothing that can be opened as what was asked for. */
export function isAbsent(error: unknown): boolean {
  return absent.includes(String(codeOf(error)))
}
