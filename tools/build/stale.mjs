import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cacheFolder, root } from '../paths.mjs'
import { fingerprint } from './fingerprint.mjs'

/** @typedef {import('./product.mjs').Product} Product */

const everyProduct = ['package-lock.json', 'tsconfig.base.json']

/**
 * Whether a product has to be built: its folder is missing or its sources have changed since.
 * @param {Product} product
 */
export function isStale(product) {
  const path = stampPath(product)
  if (!existsSync(join(root, product.folder)) || !existsSync(path)) return true
  return readFileSync(path, 'utf8') !== sourcesOf(product)
}

/**
 * The current state of the sources, as a text.
 * @param {Product} product
 */
export function sourcesOf(product) {
  return fingerprint(root, [...product.sources, ...everyProduct])
}

/**
 * Stores the state of the sources that a product was built from.
 * @param {Product} product
 * @param {string} sources
 */
export function markBuilt(product, sources) {
  writeFileSync(stampPath(product), sources)
}

/**
 * Files that the last build of a product created, as paths in its folder.
 * @param {Product} product
 * @returns {readonly string[]}
 */
export function madeLast(product) {
  const path = listPath(product)
  if (!existsSync(path)) return []
  /** @type {unknown} */
  const names = JSON.parse(readFileSync(path, 'utf8'))
  return Array.isArray(names) ? names.map(String) : []
}

/**
 * @param {Product} product
 * @param {readonly string[]} names
 */
export function noteMade(product, names) {
  writeFileSync(listPath(product), JSON.stringify(names))
}

/** @param {Product} product */
function listPath(product) {
  return join(cacheFolder, `${product.name}.files`)
}

/** @param {Product} product */
function stampPath(product) {
  return join(cacheFolder, `${product.name}.built`)
}
