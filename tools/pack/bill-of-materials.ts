import { dependenciesOf, type LockedPackages } from './shipped-packages.ts'

/** The described program. */
export interface Product {
  readonly name: string
  readonly version: string
  /** SPDX expression. */
  readonly license: string
  /** Workspaces in the lock whose dependencies are the program's. */
  readonly workspaces: readonly string[]
}

/**
 * The program's components in CycloneDX 1.6; deterministic for a lock, so without a timestamp.
 * @param paths of the shipped packages, in the lock
 * @param licenceOf the SPDX expression of a package whose entry in the lock has none
 */
export function billOfMaterials(
  lock: LockedPackages,
  paths: readonly string[],
  { workspaces, ...product }: Product,
  licenceOf: (path: string) => string | undefined,
): object {
  const shipped = new Set(paths)
  const addressOf = (path: string) => packageAddress(nameOf(path), lock[path]?.version ?? '')
  const addressesFrom = (path: string) =>
    dependenciesOf(lock, path).flatMap((each) => (shipped.has(each) ? [addressOf(each)] : []))
  const components = new Map<string, object>()
  const dependencies = new Map<string, Set<string>>()
  const program = packageAddress(product.name, product.version)
  const depends = (ref: string, on: readonly string[]) =>
    dependencies.set(ref, new Set([...(dependencies.get(ref) ?? []), ...on]))
  depends(program, workspaces.flatMap(addressesFrom))
  for (const path of paths) {
    const { version = '', license = licenceOf(path), integrity } = lock[path] ?? {}
    const purl = addressOf(path)
    depends(purl, addressesFrom(path))
    components.set(purl, {
      type: 'library',
      'bom-ref': purl,
      name: nameOf(path),
      version,
      ...(license === undefined ? {} : { licenses: [{ expression: license }] }),
      purl,
      ...(integrity === undefined ? {} : { hashes: hashesIn(integrity) }),
    })
  }
  const { license, ...named } = product
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': program,
        ...named,
        licenses: [{ expression: license }],
        purl: program,
      },
    },
    components: [...components.values()],
    dependencies: [...dependencies].map(([ref, on]) => ({ ref, dependsOn: [...on].sort() })),
  }
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)

/** Package URL: https://github.com/package-url/purl-spec */
function packageAddress(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`
}

/** Converts Subresource Integrity hashes in Base64 to CycloneDX hashes in hexadecimal. */
function hashesIn(integrity: string): readonly { readonly alg: string; readonly content: string }[] {
  return integrity.split(/\s+/).flatMap((each) => {
    const [, bits, content = ''] = /^sha(1|256|384|512)-(.+)$/.exec(each) ?? []
    return bits === undefined ? [] : [{ alg: `SHA-${bits}`, content: Buffer.from(content, 'base64').toString('hex') }]
  })
}
