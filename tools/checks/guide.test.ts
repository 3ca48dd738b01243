import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../paths.mjs'
import { localLinks } from './documents.ts'

const folder = 'docs/guide'
const read = (path: string) => ({ path, text: readFileSync(join(root, path), 'utf8') })

/** Questions of readers, and the sentences that answer them. */
const questions = [
  ['How do I call the API for the first time?', 'Create key and send request'],
  ['How do I put a REST API over my PostgreSQL?', 'postgres://user:password@host/name'],
  ['How do I let a program read one table?', 'A program that reads one table'],
  ['How do I invite a colleague?', 'An invitation is an email with a link'],
  ['How do I change rows without SQL?', 'Cells are edited in place'],
  ['How do I import a spreadsheet?', '*Import* maps the columns of a file'],
  ['How do I check what is sent before it is stored?', 'This one rejects products without a price'],
  ['How do I host a web app?', 'To host a web app'],
  ['How do I get my work from test to production?', 'In the other instance, *Import Package*'],
  ['How do I review changes before they reach production?', 'that plan is a comment on the change'],
  ['Who calls which table, and how often?', 'Each request says who made it'],
  ['How does our daemon sign in with its Entra token?', 'You say which account that program gets'],
  ['How do I let people sign in with the accounts of our company?', 'add a button to the sign-in page'],
] as const

it.each(questions)('is answered within two links from the index: %s', (_, answer) => {
  const index = read(`${folder}/README.md`)
  const near = new Set(localLinks(index).filter((path) => path.startsWith(folder)))
  const far = [...near].flatMap((path) =>
    localLinks(read(path)).filter((link) => link.startsWith(folder) && link.endsWith('.md')),
  )
  const pages = [...new Set([...near, ...far])].map(read)
  expect(pages.filter(({ text }) => text.replace(/\s+/g, ' ').includes(answer))).not.toEqual([])
})

it('has an index in German that links to the pages of the English one', () => {
  const pagesOf = (name: string) => localLinks(read(`${folder}/${name}`))
  expect(pagesOf('README.de.md')).toEqual(pagesOf('README.md'))
})
