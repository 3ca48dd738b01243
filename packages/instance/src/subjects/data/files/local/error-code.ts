/** The error code of the operating system, such as `ENOENT`. */
export function codeOf(error: unknown): unknown {
  return error instanceof Error ? Reflect.get(error, 'code') : undefined
}

const absent = ['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENAMETOOLONG', 'EINVAL', 'ENXIO']

/** Whether the file does not exist, or cannot be opened as the requested kind of file. */
export function isAbsent(error: unknown): boolean {
  return absent.includes(String(codeOf(error)))
}
