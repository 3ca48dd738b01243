import { expect, test } from 'vitest'
import { guidePage } from './guide-pages.ts'

test('pages link to sibling pages, and not to missing ones', () => {
  const page = guidePage(
    '# A & B\n\n[Next](own-database.md), [all](README.md), [the wire](../wire/access.md)\n',
    new Set(),
  )
  expect(page).toContain('<title>A &amp; B · Millwright guide</title>')
  expect(page).toContain('href="own-database.html"')
  expect(page).toContain('href="index.html"')
  expect(page).not.toContain('../wire')
})

test('a picture has a dark variant for the dark colour scheme', () => {
  const markdown = '![The grid](pictures/grid.png)\n'
  expect(guidePage(markdown, new Set(['grid.png']))).not.toContain('<picture>')
  expect(guidePage(markdown, new Set(['grid.png', 'grid.dark.png']))).toContain('srcset="pictures/grid.dark.png"')
})

test('HTML in Markdown is escaped', () => {
  expect(guidePage('Type <script>alert(1)</script>.\n', new Set())).not.toContain('<script>')
})
