/** Translates SOQL to SQLite: texts without backslashes, dates as texts, and comparisons with null. */
export function asSqlite(soql: string): string {
  return soql
    .split(/('(?:[^'\\]|\\.)*')/s)
    .map((part, at, all) => {
      if (at % 2 === 1) return quoted(part, /LIKE $/.test(all[at - 1] ?? ''))
      return part
        .replace(/^SELECT COUNT\(\)/, 'SELECT 1')
        .replace(/ != /g, ' IS NOT ')
        .replace(/ = /g, ' IS ')
        .replace(/\b\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?/g, (moment) => `'${moment}'`)
    })
    .join('')
}

/** In patterns, backslashes escape for LIKE, elsewhere for the text. */
function quoted(text: string, isPattern: boolean): string {
  const inside = text.slice(1, -1)
  const plain = isPattern
    ? inside.replaceAll("\\'", "'")
    : inside.replace(/\\(.)/gs, (_, each: string) => (each === 'n' ? '\n' : each))
  return `'${plain.replaceAll("'", "''")}'${isPattern ? " ESCAPE '\\'" : ''}`
}
