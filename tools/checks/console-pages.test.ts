import { consolePages } from '@millwright/instance/http/console/console-routes'
import { expect, it } from 'vitest'
import { sourceFiles } from './source-files.ts'

it('The instance knows the paths of the console pages', () => {
  const routes = sourceFiles().filter(({ path }) => /^packages\/console\/src\/app\/(?:router|tabs)\.ts$/.test(path))
  expect(routes).toHaveLength(2)
  const pages = routes.flatMap(({ text }) => [...text.matchAll(/path: '\/([^'/]+)/g)].map(([, first]) => first))
  expect(pages.toSorted()).toEqual(consolePages)
})
