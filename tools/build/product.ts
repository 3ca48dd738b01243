/** A folder that is made from sources. */
export interface Product {
  readonly name: string
  /** Where it goes, relative to the repository. */
  readonly folder: string
  /** Globs of what it is made from, relative to the repository. */
  readonly sources: readonly string[]
}

/** The program: instance and command line in few files, so that starting reads little. */
export const program: Product = {
  name: 'program',
  folder: 'packages/cli/dist',
  sources: ['packages/{contract,instance,cli}/{package.json,src/**/*.*}', 'tools/build/build-program.ts'],
}

/** The pages, with a Brotli copy beside each file. */
export const pages: Product = {
  name: 'pages',
  folder: 'packages/console/dist',
  sources: [
    'packages/{contract,console}/{package.json,src/**/*.*}',
    'packages/console/{index.html,*.ts,public/**/*.*}',
    'tools/build/build-pages.ts',
  ],
}
