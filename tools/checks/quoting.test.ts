import { expect, test } from 'vitest'
import { quotingComplaints } from './quoting.ts'
import { sourceFiles } from './source-files.ts'

test.each([
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code that is checked
  ['const params = { filter: `name = ${name}` }', 'quoteText'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code that is checked
  ['const path = `system/role?filter=name%3D${name}`', 'quoteText'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code that is checked
  ["await db.run(`SELECT * FROM role WHERE name = '${name}'`)", 'parameters'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code that is checked
  ['const address = `${base}/login?to=${to}`', 'encodeURIComponent'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: code that is checked
  ['const link = `<a href="${address}">`', 'escape'],
])('%s is found', (text, instead) => {
  const [complaint, ...more] = quotingComplaints([{ path: 'packages/instance/src/a.ts', text }])
  expect([complaint, more]).toEqual([expect.stringContaining(instead), []])
  expect(quotingComplaints([{ path: 'packages/instance/src/a.test.ts', text }])).toEqual([])
  const above = `// quoted: by the caller\n${text}`
  expect(quotingComplaints([{ path: 'packages/instance/src/a.ts', text: above }])).toEqual([])
})

test('values in filters, SQL, URLs and HTML are quoted', () => {
  expect(quotingComplaints(sourceFiles())).toEqual([])
})
