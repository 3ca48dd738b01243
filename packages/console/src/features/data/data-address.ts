/** Returns the address of the records of a table. */
export function dataAddress(service: string, table?: string): string {
  return ['/data', service, ...(table === undefined ? [] : [table])].map(encodeUnlessFirst).join('/')
}

function encodeUnlessFirst(part: string, at: number): string {
  return at === 0 ? part : encodeURIComponent(part)
}
