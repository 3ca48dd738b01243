import type { Import } from './import-graph.ts'
import { isTest } from './source-files.ts'

/** Which imports are forbidden for a part of the repository; ARCHITECTURE.md shows the same picture. */
interface Rule {
  /** Files to which the rule applies. */
  readonly from: RegExp
  /** Forbidden imports: a file of the repository, or a package. */
  readonly never: RegExp
  /** Completes «… must not …». */
  readonly because: string
  readonly testsMay?: true
}

const rules: readonly Rule[] = [
  {
    from: /^packages\/contract\//,
    never: /^(node:|packages\/(?!contract\/)|(?!zod$|packages\/|vitest$|fast-check$|\.)[a-z@])/,
    because: 'the contract knows only itself and zod, and does no input or output',
    testsMay: true,
  },
  {
    from: /^packages\/contract\//,
    never: /^packages\/(?!contract\/)/,
    because: 'the contract is below every package',
  },
  {
    from: /^packages\/connector\//,
    never: /^packages\/(?!connector\/|contract\/)/,
    because: 'what connectors are made of knows neither them nor the instance',
    testsMay: true,
  },
  {
    from: /^packages\/connector-/,
    never: /^packages\/(?!connector|contract\/)/,
    because: 'connectors do not know the instance that loads them',
    testsMay: true,
  },
  {
    from: /^packages\/instance\/src\/(?!service-kinds\.ts|.*\/suite\/)/,
    never: /^packages\/connector-[^/]+\/src\/(?!driver\.ts)/,
    because: 'the list of service types alone names connectors',
    testsMay: true,
  },
  { from: /^packages\/instance\//, never: /^packages\/(console|cli)\//, because: 'the instance is below these' },
  { from: /^packages\/console\//, never: /^packages\/cli\//, because: 'the console is below the command line' },
  {
    from: /^packages\/console\/src\//,
    never: /^packages\/instance\//,
    because: 'the console knows an instance only by its wire',
    testsMay: true,
  },
  {
    from: /^packages\/console\/src\//,
    never: /^node:/,
    because: 'the console runs in a browser',
    testsMay: true,
  },
  { from: /^packages\//, never: /^(tools|e2e|bench)\//, because: 'packages stand without the workshop around them' },
  {
    from: /^packages\/console\/src\/(ui|theme|instance|notifications|confirm)\//,
    never: /^packages\/console\/src\/(app|features|widgets)\//,
    because: 'what every screen uses does not know the screens',
  },
  {
    from: /^packages\/console\/src\/widgets\//,
    never: /^packages\/console\/src\/(app|features)\//,
    because: 'a widget does not know the screens',
  },
  {
    from: /^packages\/console\/src\/(ui|theme)\//,
    never: /^packages\/console\/src\/instance\//,
    because: 'the look of things speaks to no instance',
  },
  {
    from: /^packages\/instance\/src\/access\//,
    never: /^(node:|packages\/instance\/src\/(store|http|gateway)\/(?!.*(types?|tables|api-request)\.ts$))/,
    because: 'access decisions are pure',
    testsMay: true,
  },
  {
    from: /^packages\/instance\/src\/(?!http\/|app\.ts|compose\.ts|main\.ts|testing\/)/,
    never: /^(fastify|packages\/instance\/src\/http\/(?!formats\/))/,
    because: 'only the edge knows HTTP',
    testsMay: true,
  },
]

/** Console features that other features may import. */
const sharedFeatures = new Set(['people'])

/** Sentences about forbidden imports. */
export function wrongWays(imports: readonly Import[]): readonly string[] {
  return imports.flatMap((each) => {
    const broken = rules.filter(
      ({ from, never, testsMay }) => from.test(each.from) && never.test(each.to) && !(testsMay && isTest(each.from)),
    )
    const sentences = broken.map(({ because }) => `${each.from} must not import ${each.to}: ${because}`)
    return isAcrossFeatures(each)
      ? [...sentences, `${each.from} must not import ${each.to}: features do not know each other`]
      : sentences
  })
}

function isAcrossFeatures({ from, to }: Import): boolean {
  const feature = (path: string) => /^packages\/console\/src\/features\/([^/]+)\//.exec(path)?.[1]
  const own = feature(from)
  const other = feature(to)
  return own !== undefined && other !== undefined && own !== other && !sharedFeatures.has(other)
}
